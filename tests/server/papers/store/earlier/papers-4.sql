BEGIN TRANSACTION;
CREATE TABLE aliases (
            alias TEXT PRIMARY KEY,
            paper TEXT NOT NULL
        ) WITHOUT ROWID
        ;
INSERT INTO "aliases" VALUES('arxiv:2101.00042','arxiv:2101.00042');
INSERT INTO "aliases" VALUES('s2:2123456789abcdef0123456789abcdef01234567','arxiv:2101.00042');
INSERT INTO "aliases" VALUES('title:691226adaa03aed3','arxiv:2101.00042');
INSERT INTO "aliases" VALUES('title:ee6432aa24721b1e','arxiv:2101.00042');
INSERT INTO "aliases" VALUES('doi:10.1000/alone.9','doi:10.1000/alone.9');
INSERT INTO "aliases" VALUES('title:ccbb2ad0df262a73','doi:10.1000/alone.9');
INSERT INTO "aliases" VALUES('arxiv:1905.01234','doi:10.1000/garden.1');
INSERT INTO "aliases" VALUES('doi:10.1000/garden.1','doi:10.1000/garden.1');
INSERT INTO "aliases" VALUES('pmid:31000001','doi:10.1000/garden.1');
INSERT INTO "aliases" VALUES('s2:0123456789abcdef0123456789abcdef01234567','doi:10.1000/garden.1');
INSERT INTO "aliases" VALUES('title:4afdb99b94d0a54e','doi:10.1000/garden.1');
INSERT INTO "aliases" VALUES('acl:2021.forest-1.7','doi:10.1000/graphs.2');
INSERT INTO "aliases" VALUES('doi:10.1000/graphs.2','doi:10.1000/graphs.2');
INSERT INTO "aliases" VALUES('s2:1123456789abcdef0123456789abcdef01234567','doi:10.1000/graphs.2');
INSERT INTO "aliases" VALUES('title:69f7bfb89f4170af','doi:10.1000/graphs.2');
INSERT INTO "aliases" VALUES('doi:10.1000/withdrawn.4','doi:10.1000/withdrawn.4');
INSERT INTO "aliases" VALUES('title:2400c2858a9f41b9','doi:10.1000/withdrawn.4');
CREATE TABLE citing (
            paper TEXT NOT NULL,
            at INTEGER NOT NULL,
            cited TEXT NOT NULL,
            sentence TEXT NOT NULL,
            heading TEXT NOT NULL,
            related_work INTEGER NOT NULL,
            PRIMARY KEY (paper, at, cited)
        ) WITHOUT ROWID
        ;
INSERT INTO "citing" VALUES('doi:10.1000/alone.9',0,'doi:10.1000/graphs.2','Graphs are praised by one project alone, and by nobody else at all.','Introduction',0);
CREATE TABLE fields (
            paper TEXT NOT NULL,
            field TEXT NOT NULL,
            value NOT NULL,
            source TEXT NOT NULL,
            at TEXT NOT NULL, licence TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (paper, field)
        ) WITHOUT ROWID
        ;
INSERT INTO "fields" VALUES('arxiv:2101.00042','abstract','Some results stay preprints for good. We count them, ask their authors why, and propose a place where such results can be found again.','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('arxiv:2101.00042','arxiv_id','2101.00042','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('arxiv:2101.00042','authors','[["李", "明"], ["Márquez", "Ana García"]]','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('arxiv:2101.00042','s2_id','2123456789abcdef0123456789abcdef01234567','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('arxiv:2101.00042','title','A Preprint That Was Never Published','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('arxiv:2101.00042','type','misc','bib','2026-11-22','');
INSERT INTO "fields" VALUES('arxiv:2101.00042','venue','arXiv.org','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('arxiv:2101.00042','year',2021,'s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('doi:10.1000/alone.9','abstract','Words of one project alone, which no service has ever said of it.','bib','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/alone.9','authors','[["Only", "Olga"]]','bib','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/alone.9','doi','10.1000/alone.9','bib','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/alone.9','title','A Paper of One Project Alone','bib','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/alone.9','type','article','bib','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/alone.9','year',2018,'bib','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','abstract','We study how plants in small gardens attend to each other. Watering by turns, we find that α-leaves lean towards 25 % more light than their neighbours do.','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','arxiv_id','1905.01234','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','authors','[["Müller", "Änne"], ["van der Berg", "Jan"]]','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','doi','10.1000/garden.1','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','pmid','31000001','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','s2_id','0123456789abcdef0123456789abcdef01234567','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','title','Attention in Small Gardens: A Study of Plants','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','type','article','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','venue','Journal of Gardens','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/garden.1','year',2019,'crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/graphs.2','abstract','Trees are graphs without cycles. This paper shows which of the graph algorithms of the standard library are wrong for graphs with fewer than three nodes.','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/graphs.2','acl_id','2021.forest-1.7','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('doi:10.1000/graphs.2','authors','[["O''Neil", "Róisín"]]','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/graphs.2','doi','10.1000/graphs.2','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/graphs.2','s2_id','1123456789abcdef0123456789abcdef01234567','s2','2026-11-22','ODC-By-1.0');
INSERT INTO "fields" VALUES('doi:10.1000/graphs.2','title','Graphs & Trees for C++ Programmers','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/graphs.2','type','inproceedings','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/graphs.2','venue','Proceedings of the Forest Conference','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/graphs.2','year',2021,'crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/withdrawn.4','abstract','We report excess heat in a teacup of ordinary size. The effect was seen in three of the three cups that were tried and in no saucer.','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/withdrawn.4','authors','[["Hasty", "Harriet"]]','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/withdrawn.4','doi','10.1000/withdrawn.4','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/withdrawn.4','title','Cold Fusion in a Teacup','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/withdrawn.4','type','article','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/withdrawn.4','venue','Journal of Teacups','crossref','2026-11-22','');
INSERT INTO "fields" VALUES('doi:10.1000/withdrawn.4','year',2015,'crossref','2026-11-22','');
CREATE TABLE found (
            paper TEXT NOT NULL,
            service TEXT NOT NULL,
            at TEXT NOT NULL,
            said TEXT NOT NULL,
            PRIMARY KEY (paper, service)
        ) WITHOUT ROWID
        ;
INSERT INTO "found" VALUES('arxiv:2101.00042','s2','2026-11-22','{"paper":{"id":"arxiv:2101.00042","sources":{"title":"s2","authors":"s2","year":"s2","venue":"s2","arxiv_id":"s2","s2_id":"s2","abstract":"s2"},"title":"A Preprint That Was Never Published","authors":[["李","明"],["Márquez","Ana García"]],"year":2021,"venue":"arXiv.org","arxiv_id":"2101.00042","s2_id":"2123456789abcdef0123456789abcdef01234567","abstract":"Some results stay preprints for good. We count them, ask their authors why, and propose a place where such results can be found again."},"references":[{"id":"doi:10.1000/withdrawn.4","sources":{"title":"s2","year":"s2","doi":"s2"},"title":"Cold Fusion in a Teacup","year":2015,"doi":"10.1000/withdrawn.4"}],"notices":[],"published":"","pdf":"","licence":""}');
INSERT INTO "found" VALUES('doi:10.1000/garden.1','crossref','2026-11-22','{"paper":{"id":"doi:10.1000/garden.1","sources":{"title":"crossref","authors":"crossref","year":"crossref","venue":"crossref","type":"crossref","doi":"crossref","arxiv_id":"crossref","abstract":"crossref"},"title":"Attention in Small Gardens: A Study of Plants","authors":[["Müller","Änne"],["van der Berg","Jan"]],"year":2019,"venue":"Journal of Gardens","type":"article","doi":"10.1000/garden.1","arxiv_id":"1905.01234","abstract":"We study how plants in small gardens attend to each other. Watering by turns, we find that α-leaves lean towards 25 % more light than their neighbours do."},"references":[{"id":"doi:10.1000/cited.1","sources":{"doi":"crossref"},"doi":"10.1000/cited.1"},{"id":"title:2aec5bc10dca1245","sources":{"title":"crossref","authors":"crossref","year":"crossref"},"title":"A Cited Title","authors":[["Doe",""]],"year":2001}],"notices":[],"published":"","pdf":"","licence":""}');
INSERT INTO "found" VALUES('doi:10.1000/garden.1','s2','2026-11-22','{"paper":{"id":"doi:10.1000/garden.1","sources":{"title":"s2","authors":"s2","year":"s2","venue":"s2","doi":"s2","arxiv_id":"s2","s2_id":"s2","pmid":"s2","abstract":"s2"},"title":"Attention in Small Gardens: A Study of Plants","authors":[["Müller","Änne"],["van der Berg","Jan"]],"year":2019,"venue":"Journal of Gardens","doi":"10.1000/garden.1","arxiv_id":"1905.01234","s2_id":"0123456789abcdef0123456789abcdef01234567","pmid":"31000001","abstract":"We study how plants in small gardens attend to each other. Watering by turns, we find that α-leaves lean towards 25 % more light than their neighbours do."},"references":[{"id":"doi:10.1000/graphs.2","sources":{"title":"s2","year":"s2","doi":"s2","s2_id":"s2"},"title":"Graphs & Trees for C++ Programmers","year":2021,"doi":"10.1000/graphs.2","s2_id":"1123456789abcdef0123456789abcdef01234567"},{"id":"s2:2123456789abcdef0123456789abcdef01234567","sources":{"title":"s2","year":"s2","s2_id":"s2"},"title":"A Preprint That Was Never Published","year":2021,"s2_id":"2123456789abcdef0123456789abcdef01234567"}],"notices":[],"published":"","pdf":"","licence":""}');
INSERT INTO "found" VALUES('doi:10.1000/graphs.2','crossref','2026-11-22','{"paper":{"id":"doi:10.1000/graphs.2","sources":{"title":"crossref","authors":"crossref","year":"crossref","venue":"crossref","type":"crossref","doi":"crossref","abstract":"crossref"},"title":"Graphs & Trees for C++ Programmers","authors":[["O''Neil","Róisín"]],"year":2021,"venue":"Proceedings of the Forest Conference","type":"inproceedings","doi":"10.1000/graphs.2","abstract":"Trees are graphs without cycles. This paper shows which of the graph algorithms of the standard library are wrong for graphs with fewer than three nodes."},"references":[{"id":"doi:10.1000/cited.1","sources":{"doi":"crossref"},"doi":"10.1000/cited.1"},{"id":"title:2aec5bc10dca1245","sources":{"title":"crossref","authors":"crossref","year":"crossref"},"title":"A Cited Title","authors":[["Doe",""]],"year":2001}],"notices":[],"published":"","pdf":"","licence":""}');
INSERT INTO "found" VALUES('doi:10.1000/graphs.2','s2','2026-11-22','{"paper":{"id":"doi:10.1000/graphs.2","sources":{"title":"s2","authors":"s2","year":"s2","venue":"s2","doi":"s2","s2_id":"s2","acl_id":"s2","abstract":"s2"},"title":"Graphs & Trees for C++ Programmers","authors":[["O''Neil","Róisín"]],"year":2021,"venue":"Proceedings of the Forest Conference","doi":"10.1000/graphs.2","s2_id":"1123456789abcdef0123456789abcdef01234567","acl_id":"2021.forest-1.7","abstract":"Trees are graphs without cycles. This paper shows which of the graph algorithms of the standard library are wrong for graphs with fewer than three nodes."},"references":[{"id":"s2:2123456789abcdef0123456789abcdef01234567","sources":{"title":"s2","year":"s2","s2_id":"s2"},"title":"A Preprint That Was Never Published","year":2021,"s2_id":"2123456789abcdef0123456789abcdef01234567"},{"id":"doi:10.1000/withdrawn.4","sources":{"title":"s2","year":"s2","doi":"s2"},"title":"Cold Fusion in a Teacup","year":2015,"doi":"10.1000/withdrawn.4"}],"notices":[],"published":"","pdf":"","licence":""}');
INSERT INTO "found" VALUES('doi:10.1000/withdrawn.4','crossref','2026-11-22','{"paper":{"id":"doi:10.1000/withdrawn.4","sources":{"title":"crossref","authors":"crossref","year":"crossref","venue":"crossref","type":"crossref","doi":"crossref","abstract":"crossref"},"title":"Cold Fusion in a Teacup","authors":[["Hasty","Harriet"]],"year":2015,"venue":"Journal of Teacups","type":"article","doi":"10.1000/withdrawn.4","abstract":"We report excess heat in a teacup of ordinary size. The effect was seen in three of the three cups that were tried and in no saucer."},"references":[{"id":"doi:10.1000/cited.1","sources":{"doi":"crossref"},"doi":"10.1000/cited.1"},{"id":"title:2aec5bc10dca1245","sources":{"title":"crossref","authors":"crossref","year":"crossref"},"title":"A Cited Title","authors":[["Doe",""]],"year":2001}],"notices":[["retraction","10.1000/notice.4","2016-03-01","retraction-watch"]],"published":"","pdf":"","licence":""}');
CREATE TABLE key_elements (
            paper TEXT NOT NULL,
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            sentence TEXT NOT NULL,
            source TEXT NOT NULL,
            day TEXT NOT NULL,
            PRIMARY KEY (paper, number)
        ) WITHOUT ROWID
        ;
INSERT INTO "key_elements" VALUES('doi:10.1000/alone.9',0,'Aim','Words of one project on alone, from a model.','model; prompt 1; abstract 0123','2026-01-02');
INSERT INTO "key_elements" VALUES('doi:10.1000/graphs.2',0,'Aim','Words of one project on graphs, from a model.','model; prompt 1; abstract 0123','2026-01-02');
CREATE TABLE searches (
            asked TEXT PRIMARY KEY,
            paper TEXT NOT NULL,
            at TEXT NOT NULL,
            until TEXT NOT NULL,
            ended TEXT NOT NULL
        ) WITHOUT ROWID
        ;
INSERT INTO "searches" VALUES('38435210b4aa27cc','doi:10.1000/garden.1','2026-11-22','2027-02-20','{"status":"matched","how":"DOI","candidates":[],"misdirected":null,"failures":[]}');
INSERT INTO "searches" VALUES('38bf8cb4bc89d6bb','arxiv:2101.00042','2026-11-22','2027-02-20','{"status":"matched","how":"arXiv id","candidates":[],"misdirected":null,"failures":[]}');
INSERT INTO "searches" VALUES('db9859279ba00893','doi:10.1000/graphs.2','2026-11-22','2027-02-20','{"status":"from the .bib","how":"DOI","candidates":[],"misdirected":null,"failures":[]}');
INSERT INTO "searches" VALUES('e59d057d8f3e6b0f','doi:10.1000/withdrawn.4','2026-11-22','2027-02-20','{"status":"matched","how":"DOI","candidates":[],"misdirected":null,"failures":[]}');
INSERT INTO "searches" VALUES('fbd281e4547542b6','','2026-11-22','2026-12-06','{"status":"from the .bib","how":"","candidates":[],"misdirected":null,"failures":[]}');
INSERT INTO "searches" VALUES('fd23e55d99f1c1c4','doi:10.1000/graphs.2','2026-11-22','2027-02-20','{"status":"matched","how":"title, authors and year","candidates":[],"misdirected":null,"failures":[]}');
CREATE TABLE texts (
            paper TEXT PRIMARY KEY,
            version TEXT NOT NULL,
            headings TEXT NOT NULL
        ) WITHOUT ROWID
        ;
INSERT INTO "texts" VALUES('arxiv:2101.00042','1795329247789759685-377','["1 Introduction"]');
INSERT INTO "texts" VALUES('doi:10.1000/alone.9','1795329250978802382-615','["Introduction"]');
INSERT INTO "texts" VALUES('doi:10.1000/garden.1','1795329247579196648-411','[]');
INSERT INTO "texts" VALUES('doi:10.1000/graphs.2','1795329247399939850-100','[]');
INSERT INTO "texts" VALUES('doi:10.1000/withdrawn.4','1795329247391489374-103','[]');
CREATE TABLE texts_searched (
            paper TEXT NOT NULL,
            asked TEXT NOT NULL,
            PRIMARY KEY (paper, asked)
        ) WITHOUT ROWID
        ;
INSERT INTO "texts_searched" VALUES('arxiv:2101.00042','d6b46d840a8fac20');
INSERT INTO "texts_searched" VALUES('arxiv:2101.00042','e02e98cfa460e561');
INSERT INTO "texts_searched" VALUES('arxiv:2101.00042','e34b511cb40bbdb4');
INSERT INTO "texts_searched" VALUES('arxiv:2101.00042','ee19005f00ce4f3a');
INSERT INTO "texts_searched" VALUES('doi:10.1000/alone.9','81675c5f197d3fc1');
INSERT INTO "texts_searched" VALUES('doi:10.1000/alone.9','fbd281e4547542b6');
INSERT INTO "texts_searched" VALUES('doi:10.1000/garden.1','d6b46d840a8fac20');
INSERT INTO "texts_searched" VALUES('doi:10.1000/garden.1','e02e98cfa460e561');
INSERT INTO "texts_searched" VALUES('doi:10.1000/garden.1','e34b511cb40bbdb4');
INSERT INTO "texts_searched" VALUES('doi:10.1000/garden.1','ee19005f00ce4f3a');
INSERT INTO "texts_searched" VALUES('doi:10.1000/graphs.2','81675c5f197d3fc1');
INSERT INTO "texts_searched" VALUES('doi:10.1000/graphs.2','d6b46d840a8fac20');
INSERT INTO "texts_searched" VALUES('doi:10.1000/graphs.2','e02e98cfa460e561');
INSERT INTO "texts_searched" VALUES('doi:10.1000/graphs.2','e34b511cb40bbdb4');
INSERT INTO "texts_searched" VALUES('doi:10.1000/graphs.2','ee19005f00ce4f3a');
INSERT INTO "texts_searched" VALUES('doi:10.1000/graphs.2','fbd281e4547542b6');
INSERT INTO "texts_searched" VALUES('doi:10.1000/withdrawn.4','d6b46d840a8fac20');
INSERT INTO "texts_searched" VALUES('doi:10.1000/withdrawn.4','e02e98cfa460e561');
INSERT INTO "texts_searched" VALUES('doi:10.1000/withdrawn.4','e34b511cb40bbdb4');
INSERT INTO "texts_searched" VALUES('doi:10.1000/withdrawn.4','ee19005f00ce4f3a');
CREATE INDEX aliases_of_paper ON aliases (paper);
CREATE INDEX searches_of_paper ON searches (paper);
CREATE INDEX citing_by_cited ON citing (cited);
COMMIT;
PRAGMA application_id = 1131695213;
PRAGMA user_version = 4;
