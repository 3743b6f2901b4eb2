"""The tables of the store of papers."""

VERSION = 9
"""The version of the tables, which gets another number whenever they change."""

OWN_ABSTRACTS = "own_abstracts"
"""The table of what nobody but the user can give again: it outlives a change of version."""

SCHEMA = (
    # Of papers what services said of each field, each name, each service's answer, how a search
    # for it ended.
    """
    CREATE TABLE fields (
        paper TEXT NOT NULL,
        field TEXT NOT NULL,
        value NOT NULL,
        source TEXT NOT NULL,
        at TEXT NOT NULL,
        licence TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (paper, field)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE aliases (
        alias TEXT PRIMARY KEY,
        paper TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    "CREATE INDEX aliases_of_paper ON aliases (paper)",
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
    # What was read for one project: key elements, full texts and whom they cite.
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
    # Who cites whom, by the services' own ids, which are among the aliases; and what services were
    # asked about that, and answered.
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
    # Abstracts that the user pasted, and those read from PDFs on the disk, under each name of a
    # paper; without a project they serve all. Those of an earlier version stay.
    """
    CREATE TABLE IF NOT EXISTS own_abstracts (
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
)
"""The statements that make the tables of a new store."""
