package demo

// ProfileYAML is the profile of ada, the invented person whom the demo writes to. About two dozen of the samples answer
// her queries; her gates, the judge and she herself see to the rest.
const ProfileYAML = `# A profile is one person: where the mail goes and when, what is searched, and what rules a listing out.
name: ada
email: ada@example.org
timezone: Europe/Berlin
schedule: ["0 8 * * *", "0 18 * * *"]   # cron, in the zone above: every day at 8:00 and at 18:00

queries:
  - golang backend
  - platform engineer
  - site reliability

# Words of seniority are judged on the title alone; everything else on title, text and place.
exclude: [lead, principal, staff, crypto]

# Facts about Ada. One that is left out is never held against a listing.
about:
  languages: [en]
  home: {city: Berlin, country: DE}
  work_from: [EU, worldwide]
  markets: [EU, worldwide]
  pay_floor: {amount: 60000, currency: EUR, per: year}
  levels: [mid, senior]
  clearance: false

rubric: |
  I have written backends for six years, the last four of them in Go, mostly around Postgres, Kubernetes and payments.
  I work from Berlin and mean to stay here; travelling a few weeks a year is fine.

  What I look for:
  - a small or middle-sized team that makes something I can explain to my mother
  - Go for most of the day, and a say in how things are run
  - people who write decisions down

  What I do not want:
  - advertising, gambling, anything with tokens
  - being the only person on call
  - a job in German: I understand it, but I cannot negotiate in it

# The judge scores from 1 to 10: from 8 on a listing is a pick, a 7 goes under "Also matched", at 5 and 6 she is asked, and
# what has 4 or less is left out.
thresholds: {pick: 8, review: [5, 6]}

# Titles that are hardly ever what she looks for: whatever the judge says, such a role has at most 7.
title_caps: [{id: devops, cap: 7, kind: soft, titles: [devops]}]

limits: {picks: 12, judge_calls: 40}
`
