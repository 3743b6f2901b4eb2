"""The journal commands of astronomy, which its .bib entries use in place of names.

Source: the list of macros of the NASA Astrophysics Data System.
"""

JOURNALS = {
    "aap": "A&A",
    "aaps": "A&AS",
    "aapr": "A&ARv",
    "aj": "AJ",
    "apj": "ApJ",
    "apjl": "ApJL",
    "apjs": "ApJS",
    "apss": "Ap&SS",
    "araa": "ARA&A",
    "icarus": "Icarus",
    "jcap": "JCAP",
    "jgr": "JGR",
    "mnras": "MNRAS",
    "nar": "NewAR",
    "nat": "Nature",
    "pasj": "PASJ",
    "pasp": "PASP",
    "physrep": "Phys. Rep.",
    "planss": "Planet. Space Sci.",
    "pra": "Phys. Rev. A",
    "prb": "Phys. Rev. B",
    "prc": "Phys. Rev. C",
    "prd": "Phys. Rev. D",
    "pre": "Phys. Rev. E",
    "prl": "Phys. Rev. Lett.",
    "solphys": "Sol. Phys.",
    "ssr": "Space Sci. Rev.",
}
"""Command to abbreviated name."""
