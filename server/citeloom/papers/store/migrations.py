"""The steps that bring the file of the store to each next version."""

import sqlite3
from collections.abc import Callable

from citeloom.papers.store.taking_over import keep_services_facts

Migration = str | Callable[[sqlite3.Connection], None]
"""A step to the next version: a statement, or what calls some."""

MIGRATIONS: tuple[tuple[Migration, ...], ...] = (
    (
        """
        CREATE TABLE fields (
            paper TEXT NOT NULL,
            field TEXT NOT NULL,
            value NOT NULL,
            source TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (paper, field)
        ) WITHOUT ROWID
        """,
    ),
    # Searches: every name of a paper, what each service said of it, how a search for it ended.
    (
        "ALTER TABLE fields ADD COLUMN licence TEXT NOT NULL DEFAULT ''",
        """
        CREATE TABLE aliases (
            alias TEXT PRIMARY KEY,
            paper TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX aliases_of_paper ON aliases (paper)",
        "INSERT INTO aliases SELECT DISTINCT paper, paper FROM fields",
        """
        INSERT OR IGNORE INTO aliases
        SELECT 'doi:' || value, paper FROM fields
        WHERE field = 'doi' AND value NOT LIKE '10.48550/arxiv.%'
        """,
        """
        INSERT OR IGNORE INTO aliases
        SELECT 'arxiv:' || value, paper FROM fields WHERE field = 'arxiv_id'
        """,
        """
        CREATE TABLE found (
            paper TEXT NOT NULL,
            service TEXT NOT NULL,
            at TEXT NOT NULL,
            said TEXT NOT NULL,
            PRIMARY KEY (paper, service)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE searches (
            asked TEXT PRIMARY KEY,
            paper TEXT NOT NULL,
            at TEXT NOT NULL,
            until TEXT NOT NULL,
            ended TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        "CREATE INDEX searches_of_paper ON searches (paper)",
    ),
    # Key elements that a model extracted from a paper.
    (
        """
        CREATE TABLE key_elements (
            paper TEXT NOT NULL,
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            sentence TEXT NOT NULL,
            source TEXT NOT NULL,
            day TEXT NOT NULL,
            PRIMARY KEY (paper, number)
        ) WITHOUT ROWID
        """,
    ),
    # Full texts: their headings, whom they were searched for, their sentences that cite papers.
    (
        """
        CREATE TABLE texts (
            paper TEXT PRIMARY KEY,
            version TEXT NOT NULL,
            headings TEXT NOT NULL
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE texts_searched (
            paper TEXT NOT NULL,
            asked TEXT NOT NULL,
            PRIMARY KEY (paper, asked)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE citing (
            paper TEXT NOT NULL,
            at INTEGER NOT NULL,
            cited TEXT NOT NULL,
            sentence TEXT NOT NULL,
            heading TEXT NOT NULL,
            related_work INTEGER NOT NULL,
            PRIMARY KEY (paper, at, cited)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX citing_by_cited ON citing (cited)",
    ),
    # Of papers only what services said is kept; what was read of a paper for a project is kept
    # with that project. What was kept of it before names no project, so it goes.
    (
        keep_services_facts,
        "DROP TABLE key_elements",
        "DROP TABLE texts",
        "DROP TABLE texts_searched",
        "DROP TABLE citing",
        """
        CREATE TABLE key_elements (
            project TEXT NOT NULL,
            key TEXT NOT NULL,
            number INTEGER NOT NULL,
            read_from TEXT NOT NULL,
            file TEXT NOT NULL,
            name TEXT NOT NULL,
            sentence TEXT NOT NULL,
            source TEXT NOT NULL,
            day TEXT NOT NULL,
            PRIMARY KEY (project, key, number)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE texts (
            project TEXT NOT NULL,
            paper TEXT NOT NULL,
            key TEXT NOT NULL,
            file TEXT NOT NULL,
            version TEXT NOT NULL,
            headings TEXT NOT NULL,
            PRIMARY KEY (project, paper)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE texts_searched (
            project TEXT NOT NULL,
            paper TEXT NOT NULL,
            asked TEXT NOT NULL,
            PRIMARY KEY (project, paper, asked)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE citing (
            project TEXT NOT NULL,
            paper TEXT NOT NULL,
            at INTEGER NOT NULL,
            cited TEXT NOT NULL,
            sentence TEXT NOT NULL,
            heading TEXT NOT NULL,
            related_work INTEGER NOT NULL,
            PRIMARY KEY (project, paper, at, cited)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX citing_by_cited ON citing (project, cited)",
    ),
    # Readings: the sections of papers that a model read for a draft, and its notes after each.
    (
        """
        CREATE TABLE readings (
            project TEXT NOT NULL,
            name TEXT NOT NULL,
            ended TEXT NOT NULL,
            known TEXT NOT NULL,
            PRIMARY KEY (project, name)
        )
        """,
        """
        CREATE TABLE reading_steps (
            project TEXT NOT NULL,
            name TEXT NOT NULL,
            number INTEGER NOT NULL,
            key TEXT NOT NULL,
            file TEXT NOT NULL,
            step TEXT NOT NULL,
            PRIMARY KEY (project, name, number)
        ) WITHOUT ROWID
        """,
    ),
    # Who cites whom, by the services' own ids, which are among the aliases; and what services were
    # asked about that, and answered.
    (
        """
        CREATE TABLE citation_links (
            citing TEXT NOT NULL,
            cited TEXT NOT NULL,
            service TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (citing, cited, service)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX citation_links_by_cited ON citation_links (cited)",
        """
        CREATE TABLE link_questions (
            service TEXT NOT NULL,
            asked TEXT NOT NULL,
            at TEXT NOT NULL,
            answer TEXT NOT NULL,
            PRIMARY KEY (service, asked)
        ) WITHOUT ROWID
        """,
    ),
    # Abstracts that the user pasted, and those read from PDFs on the disk, under each name of a
    # paper; without a project they serve all.
    (
        """
        CREATE TABLE own_abstracts (
            project TEXT NOT NULL,
            name TEXT NOT NULL,
            number INTEGER NOT NULL,
            title TEXT NOT NULL,
            doi TEXT NOT NULL,
            arxiv_id TEXT NOT NULL,
            text TEXT NOT NULL,
            source TEXT NOT NULL,
            file TEXT NOT NULL,
            day TEXT NOT NULL,
            PRIMARY KEY (name, project, number)
        ) WITHOUT ROWID
        """,
    ),
)
"""The statements that lead from each version of the store to the next, beginning with none."""
