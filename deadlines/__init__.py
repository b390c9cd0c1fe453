"""New York's petition and certificate filing deadlines, computed from Election Law § 6-158.

Data goes one way: content/ -> records -> timetable -> outputs -> publish. Each module knows only
those before it in this list:

    tables, model                    the records: what stands in content/, and what is made of it
    wording                          the sentences of steps, cautions, answers and reasons
    rules (rules.lark)               the rule language; knows no law
    days                             holidays and business days
    law                              which provisions govern an election
    reader, consistency, content     content/ -> records, each mistake by file and key
    rollover, ends, timetable        the days themselves
    check, explain                   the commands of that name
    pictures, search                 what pages show besides: the picture of a season, the search's index
    feeds, data, rules_export, pages one module an output, all with the same signature
    publish                          output/ replaced whole or not at all
"""
