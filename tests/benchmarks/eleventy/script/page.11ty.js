// The page of a deadline as a plain script, Eleventy's fastest language.

const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };
const escaped = (text) => (text == null ? "" : String(text).replace(/[&<>"']/g, (sign) => signs[sign]));

export const data = {
  pagination: { data: "data.pages", size: 1, alias: "d", addAllPagesToCollections: false },
  permalink: ({ d }) => `deadlines/${d.id}/index.html`,
};

export function render({ d, data: { site, same } }) {
  let html = "";
  html += `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(d.title)}, ${escaped(d.election.title)} · ${escaped(site.name)}</title>
<meta name="description" content="${escaped(d.answer)} ${escaped(d.citation)}.">
<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${escaped(site.base)}deadlines/${escaped(d.id)}/">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${escaped(site.name)}">
<meta property="og:title" content="${escaped(d.title)}, ${escaped(d.election.title)}">
<meta property="og:description" content="${escaped(d.answer)} ${escaped(d.citation)}.">
<meta property="og:url" content="${escaped(site.base)}deadlines/${escaped(d.id)}/">
<meta property="og:image" content="${escaped(site.base)}cards/`;
  if (d.ahead) {
    html += `elections/${escaped(d.election.id)}`;
  } else {
    html += `site`;
  }
  html += `.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${escaped(d.title)}, ${escaped(d.election.title)}">
<meta name="twitter:card" content="summary_large_image">
<script type="application/ld+json">${d.linked_data}</script>
<link rel="alternate" type="application/atom+xml" href="${escaped(site.base)}corrections/feed.xml" title="${escaped(site.name)}: corrections">
<link rel="icon" href="${escaped(d.root)}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${escaped(d.root)}${escaped(site.files[2])}">
<script type="module" src="${escaped(d.root)}${escaped(site.files[1])}"></script>
`;
  for (const feed of d.feeds) {
    html += `<link rel="alternate" type="text/calendar" href="${escaped(site.base)}${escaped(feed.path)}" title="${escaped(feed.name)}">
`;
  }
  html += `</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="masthead">
<p class="name"><a href="${escaped(d.root)}">${escaped(site.name)}</a></p>
<search class="search" id="search" data-index="${escaped(d.root)}${escaped(site.files[0])}" data-root="${escaped(d.root)}">
<a href="${escaped(d.root)}terms/">Look it up, A to Z</a>
<form hidden>
<label for="query">Search</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" aria-controls="found" placeholder="paper, word or section">
<p role="status" class="unseen"></p>
<ul id="found" hidden></ul>
</form>
</search>
<nav aria-label="Main">
<ul>
`;
  for (const menu of site.menus) {
    html += `<li><a href="${escaped(d.root)}${escaped(menu[0])}">${escaped(menu[1])}</a></li>
`;
  }
  html += `</ul>
</nav>
</header>
<main id="main">
<p class="note" id="stale" hidden>This page was built on <time datetime="${escaped(site.today.iso)}">${escaped(site.today.words)}</time>, more than three days ago. A day may have been changed since: load the page again, and check with the board.</p>
<nav aria-label="Where this is" class="crumbs"><a href="${escaped(d.root)}elections/${escaped(d.election.id)}/">${escaped(d.election.title)}</a> › <a href="${escaped(d.root)}filings/${escaped(d.filing.id)}/">${escaped(d.filing.title)}</a></nav>
<h1>${escaped(d.title)}</h1>
<p class="answer">${escaped(d.answer)}</p>
<p class="asof">${escaped(d.citation)}`;
  if (d.law.act) {
    html += `, changed for this election by ${escaped(d.law.act)}`;
  }
  html += `.`;
  if (d.election.day) {
    html += ` The election is on <time datetime="${escaped(d.election.day.iso)}">${escaped(d.election.day.words)}</time>.`;
  }
  html += `</p>
`;
  if (d.applies) {
    html += `<p>For: ${escaped(d.applies)}.</p>`;
  }
  if (d.cautions.length) {
    html += `<section aria-labelledby="doubts">
<h2 id="doubts">What is not certain</h2>
<ul class="cautions">
`;
    for (const each of d.cautions) {
      html += `<li class="${escaped(each.kind)}"><b>${escaped(each.kind)}.</b> ${escaped(each.text)} <span class="source">Source: ${escaped(each.source)}.</span>`;
      if (each.rule) {
        html += ` <span class="source">Rule: ${escaped(each.rule)}.</span>`;
      }
      html += ` <a class="source" href="${escaped(d.root)}about/method/">What would settle it</a></li>
`;
    }
    html += `</ul>
</section>
`;
  }
  if (d.receipt.length) {
    html += `<section aria-labelledby="where">
<h2 id="where">Where, until when, and by mail?</h2>
<dl>
`;
    for (const each of d.receipt) {
      html += `<dt>${escaped(each.place)}</dt>
<dd>Open until ${escaped(each.closes)}. `;
      if (each.postmarked) {
        html += `If mailed: postmarked by <time datetime="${escaped(each.postmarked.iso)}">${escaped(each.postmarked.words)}</time>, and received by <time datetime="${escaped(each.received.iso)}">${escaped(each.received.words)}</time>. `;
      } else if (each.received) {
        html += `Received by <time datetime="${escaped(each.received.iso)}">${escaped(each.received.words)}</time>. `;
      }
      html += `${escaped(each.how)}</dd>
`;
    }
    html += `</dl>
</section>
`;
  }
  html += `<section aria-labelledby="steps">
<h2 id="steps">How it was reached</h2>
`;
  for (const each of d.ends) {
    html += `<h3>${escaped(each.name)}`;
    if (each.rule) {
      html += `: ${escaped(each.rule)}`;
    }
    html += `</h3>
<ol class="steps">
`;
    for (const step of each.steps) {
      html += `<li id="${escaped(step.id)}">${step.text} <a class="here" href="#${escaped(step.id)}" aria-label="Link to step ${escaped(step.number)} of the ${escaped(each.name)}">#</a>${step.rests_on}`;
      if (step.reached) {
        html += `<span class="reaches">This is <a href="${escaped(d.root)}${escaped(step.page)}">${escaped(step.reached)}</a>.</span>`;
      }
      html += `</li>
`;
    }
    html += `</ol>
`;
    if (each.reason) {
      html += `<p>${escaped(each.reason)}</p>`;
    }
    if (each.limits.length) {
      html += `<p>Whatever the event, `;
      for (const day of each.limits) {
        html += `<time datetime="${escaped(day.iso)}">${escaped(day.words)}</time>`;
        if (day !== each.limits.at(-1)) {
          html += ` and `;
        }
      }
      html += `.</p>`;
    }
  }
  if (d.questions.length) {
    html += `<p>To know the day, answer:</p>
<ul>
`;
    for (const question of d.questions) {
      html += `<li>${escaped(question)}</li>`;
    }
    html += `</ul>
`;
  }
  html += `<details class="exact">
<summary>The rule as the computer reads it</summary>
<dl>
`;
  for (const each of d.ends) {
    if (each.exact) {
      html += `<dt>${escaped(each.name)}</dt><dd><code>${escaped(each.exact)}</code></dd>
`;
    }
  }
  html += `</dl>
</details>
</section>
`;
  if (d.months.length) {
    html += `<section aria-labelledby="months">
<h2 id="months">The count on a calendar</h2>
<p><a class="pass" href="#law">Skip the calendar</a> Small numbers count the days (1, 2, 3) or the weekdays (1st, 2nd, 3rd); the day marked “from” is not counted. A framed day is the day reached. Days crossed out are closed: they count like any other, but no last day stays on them.</p>
<div class="months">`;
    for (const month of d.months) {
      html += `<div class="month-grid"><table><caption>${escaped(month.caption)}</caption><thead><tr>`;
      for (const name of site.weekdays) {
        html += `<th scope="col">${escaped(name)}</th>`;
      }
      html += `</tr></thead><tbody>`;
      for (const week of month.weeks) {
        html += `<tr>`;
        for (const cell of week) {
          html += `<td`;
          if (cell.class) {
            html += ` class="${escaped(cell.class)}"`;
          }
          if (cell.span) {
            html += ` colspan="${escaped(cell.span)}"`;
          }
          html += `>`;
          if (cell.struck) {
            html += `<s>${escaped(cell.number)}</s>`;
          } else {
            html += `${escaped(cell.number)}`;
          }
          for (const each of cell.small) {
            html += ` <small>${escaped(each)}</small>`;
          }
          for (const each of cell.bold) {
            html += ` <b>${escaped(each)}</b>`;
          }
          html += `</td>`;
        }
        html += `</tr>`;
      }
      html += `</tbody></table>`;
      if (month.shut) {
        html += `<p class="shut">${escaped(month.shut)}</p>`;
      }
      html += `</div>`;
    }
    html += `</div>
</section>
`;
  }
  if (d.if_on.length) {
    html += `<section aria-labelledby="if-on">
<h2 id="if-on">If it happens on this day</h2>
<table class="if-on">
<thead><tr><th scope="col">Event</th><th scope="col">File by</th></tr></thead>
<tbody>
`;
    for (const run of d.if_on) {
      html += `<tr`;
      if (run.changes) {
        html += ` class="changes"`;
      }
      html += `><th scope="row">${escaped(run.when)}</th><td>${run.then}</td></tr>
`;
    }
    html += `</tbody>
</table>
</section>
`;
  }
  html += `<section aria-labelledby="law">
<h2 id="law">The law</h2>
<p><a href="${escaped(d.root)}${escaped(d.law.href)}">${escaped(d.citation)}</a>:</p>
<blockquote><p>${escaped(d.law.text)}</p></blockquote>
<p class="source">Source: ${escaped(d.law.source)}.</p>
<h3>Edition and exception</h3>
<p>${escaped(d.law.edition)} `;
  if (d.law.act) {
    html += `Changed for this election by ${escaped(d.law.act)}.`;
  } else {
    html += `No act or order that moved it for this election is known here.`;
  }
  html += `</p>
</section>
<section aria-labelledby="depends-on">
<h2 id="depends-on">What this depends on</h2>
<ul class="links">
`;
  for (const each of d.bases) {
    html += `<li>`;
    for (const part of each.parts) {
      html += `${escaped(part)}`;
      if (part !== each.parts.at(-1)) {
        html += ` and `;
      }
    }
    html += `: `;
    if (each.href) {
      html += `<a href="${escaped(d.root)}${escaped(each.href)}">${escaped(each.name)}</a>`;
    } else {
      html += `${escaped(each.name)}`;
    }
    if (each.day) {
      html += `, <time datetime="${escaped(each.day.iso)}">${escaped(each.day.words)}</time>`;
    }
    html += `.</li>
`;
  }
  html += `</ul>
<h3 id="depended-on-by">What depends on this</h3>
<ul class="links">
`;
  for (const each of d.dependents) {
    html += `<li><a href="${escaped(d.root)}${escaped(each.href)}">${escaped(each.title)}</a>`;
    if (each.election) {
      html += ` (${escaped(each.election)})`;
    }
    html += `: ${escaped(each.part)}`;
    if (each.day) {
      html += `, <time datetime="${escaped(each.day.iso)}">${escaped(each.day.words)}</time>`;
    }
    html += `.</li>
`;
  }
  html += `</ul>
</section>
<section aria-labelledby="others">
<h2 id="others">The same in other elections</h2>
<ul class="same">
`;
  for (const each of same[d.same]) {
    if (each.id === d.id) {
      html += `<li aria-current="page">${escaped(each.short)} <span>${escaped(each.day)}</span></li>`;
    } else {
      html += `<li><a href="${escaped(d.root)}deadlines/${escaped(each.id)}/">${escaped(each.short)}</a> <span>${escaped(each.day)}</span></li>`;
    }
  }
  html += `</ul>
</section>
`;
  if (d.feeds.length) {
    html += `<section aria-labelledby="feeds" class="on-screen">
<h2 id="feeds">In your calendar</h2>
`;
    for (const feed of d.feeds) {
      html += `<h3>${escaped(feed.name)}</h3>
<div class="subscribe">
<p>The address, for any program: <code class="address">${escaped(site.base)}${escaped(feed.path)}</code></p>
<ul>
<li><a href="${escaped(site.webcal)}${escaped(feed.path)}">Subscribe (Apple, most desktops)</a></li>
<li><a href="https://calendar.google.com/calendar/r?cid=${encodeURIComponent((site.webcal + feed.path))}">Google Calendar</a></li>
<li><a href="https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent((site.base + feed.path))}&amp;name=${encodeURIComponent(feed.name)}">Outlook.com</a></li>
<li><a href="https://outlook.office.com/calendar/0/addfromweb?url=${encodeURIComponent((site.base + feed.path))}&amp;name=${encodeURIComponent(feed.name)}">Microsoft 365</a></li>
<li><a href="${escaped(d.root)}${escaped(feed.path)}" download>Download a copy (will not update)</a></li>
</ul>
</div>
`;
    }
    html += `</section>
`;
  }
  html += `<section aria-labelledby="share" class="on-screen">
<h2 id="share">On your own site</h2>
<details class="exact"><summary>A link and a badge to copy</summary>
<p>A link, with the days as they stand now:</p>
<pre class="code"><code>&lt;a href=&#34;${escaped(site.base)}deadlines/${escaped(d.id)}/&#34;&gt;${escaped(d.title)}, ${escaped(d.election.title)}&lt;/a&gt; (as of ${escaped(site.today.words)})</code></pre>
<p>A badge, which is always as of the last build. Its words for those who do not see it say no day, which could grow old:</p>
<p><img src="${escaped(d.root)}badges/${escaped(d.id)}.svg" alt="The badge: ${escaped(d.title)}, ${escaped(d.election.title)}" width="340" loading="lazy"></p>
<pre class="code"><code>&lt;a href=&#34;${escaped(site.base)}deadlines/${escaped(d.id)}/&#34;&gt;&lt;img src=&#34;${escaped(site.base)}badges/${escaped(d.id)}.svg&#34; alt=&#34;${escaped(d.title)}, ${escaped(d.election.title)}: its present days&#34; width=&#34;340&#34;&gt;&lt;/a&gt;</code></pre>
<p><a href="${escaped(d.root)}link/#filing-${escaped(d.filing.id)}">More ways to link</a>: a frame, a code for paper.</p>
</details>
</section>
</main>
<footer>
<p class="disclaimer"><strong>${escaped(site.disclaimer)}</strong></p>
<p>The official calendar is the <a href="${escaped(site.official)}">${escaped(site.authority)}</a>; this is no government site. <a href="${escaped(site.contact)}">Report a mistake</a>.</p>
<p>As of <time datetime="${escaped(site.today.iso)}">${escaped(site.today.words)}</time>. Content ${escaped(site.digest)}. <span class="data"><a href="${escaped(d.root)}link/">Put these dates on your site</a>. <a href="${escaped(d.root)}data/">Data</a>: <a href="${escaped(d.root)}api/v1/deadlines.json">JSON</a>, <a href="${escaped(d.root)}api/v1/deadlines.csv">CSV</a>, <a href="${escaped(d.root)}api/v1/upcoming.json">what is next</a>. Calendar: <a href="${escaped(d.root)}feeds/all.ics">all deadlines</a>. <a href="${escaped(d.root)}corrections/">Corrections</a>.</span></p>
</footer>
</body>
</html>
`;
  return html;
}
