"""New York's petition and certificate filing deadlines, computed from Election Law § 6-158.

Data goes one way: content/ -> records -> timetable -> ledger -> outputs -> publish. Each module knows only
those before it in this list:

    vocabulary                       kinds and statuses, words for days
    law_tables, tables, model        the records: what stands in content/, and what is made of it
    wording                          the sentences of steps, cautions, answers and reasons
    expressions, rules (rules.lark)  the rule language: read, and evaluated; knows no law
    days                             holidays and business days
    law                              which provisions govern an election
    reader, history, official, consistency, content   content/ -> records, each mistake by file and key
    rollover, readings, ends, timetable   the days themselves; where the law can be read in several ways, the safe one
    accuracy, check, explain         the dates of boards beside ours; the commands of that name
    readable                         rule sentences in a reader's words
    notices, ledger                  what an event says; what has been published
    doubts, editions, dependence, grids, compare       what hangs on what; counts drawn on months; texts side by side
    lists, pictures, search, embeds  what pages show besides: days in order, a season's picture, the search, frames
    records                          the formats of the open data
    corrections, feeds, data, rules_export, openapi, badges, cards   one module an output, all with the same signature
    crawlers, layout                 what search engines are told; what all pages are made with
    deadline_pages, law_pages, pages   the pages, outputs too
    beside, publish                  outputs made on two processors; output/ replaced whole or not at all
    serve                            the site on this machine, each file made when it is asked for
    console                          what the command says while it works, and why it stopped
"""
