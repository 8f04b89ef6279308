// Keys of the review queue. All that they do can be done by the page's own forms and links, which they use.
'use strict';

(() => {
  const $ = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  document.documentElement.classList.add('js');

  const decide = $('#decide'); // on an item's page
  const bulk = $('#bulk'); // on the list
  const rows = all('tr[data-item]');
  const boxes = all('#bulk input[name=ids]');
  const sheet = $('#keys');

  // Screen readers tell what changes, not what was there from the start.
  const told = $('.flash p');
  if (told) {
    const nodes = [...told.childNodes];
    told.replaceChildren();
    setTimeout(() => told.replaceChildren(...nodes), 50);
  }

  // The line that keys are for: where the focus is, else the last one that had it.
  let here = 0;
  const point = (i, focus) => {
    if (!rows.length) return;
    here = Math.max(0, Math.min(rows.length - 1, i));
    rows.forEach((row, n) => row.classList.toggle('here', n === here));
    if (focus) rows[here].querySelector('a').focus();
  };
  rows.forEach((row, n) => row.addEventListener('focusin', () => point(n, false)));
  // After a decision the list comes anew: the line goes on from where it was.
  const remembered = 'shortlist-line';
  if (rows.length) {
    const before = Number(sessionStorage.getItem(remembered));
    sessionStorage.removeItem(remembered);
    point(before || 0, before > 0);
  }

  const marked = () => boxes.filter((box) => box.checked);
  const every = $('#all');
  const tell = () => {
    const n = marked().length;
    $('#marked').textContent = n ? n + ' marked:' : 'Marked listings:';
    every.checked = n === boxes.length;
    every.indeterminate = n > 0 && n < boxes.length;
  };
  if (bulk && every) {
    every.hidden = false;
    every.addEventListener('change', () => { boxes.forEach((box) => { box.checked = every.checked; }); tell(); });
    bulk.addEventListener('change', tell);
    bulk.addEventListener('submit', () => sessionStorage.setItem(remembered, String(here)));
    tell();
  }
  const markHere = () => {
    if (marked().length || !boxes.length) return;
    boxes[here].checked = true;
    tell();
  };

  // press sends a form as if its button had been pressed.
  const press = (form, name, value) => {
    const button = form.querySelector(`button[name="${name}"][value="${value}"]`);
    if (button) form.requestSubmit(button);
  };
  const go = (selector) => { const link = $(selector); if (link) location.assign(link.href); };

  const approve = () => {
    if (decide) press(decide, 'decision', 'approve');
    else if (boxes.length) { markHere(); press(bulk, 'decision', 'approve'); }
  };
  const reject = () => {
    if (decide) (decide.querySelector('input[name=reason]:checked') || decide.querySelector('input[name=reason]')).focus();
    else if (boxes.length) { markHere(); bulk.elements.reason.focus(); }
  };
  const score = (n) => {
    if (decide) press(decide, 'score', n);
    else if (boxes.length) { markHere(); bulk.elements.score.value = n; press(bulk, 'decision', 'score'); }
  };
  const step = (by) => {
    if (rows.length) point(here + by, true);
    else go(by > 0 ? 'a[rel=next]' : 'a[rel=prev]');
  };
  const search = () => {
    const field = $('#text');
    if (field) { field.focus(); field.select(); } else { const list = $('a[data-list]'); if (list) location.assign(list.href + '#text'); }
  };
  const help = () => { if (sheet) { if (sheet.open) sheet.close(); else sheet.showModal(); } };
  all('[data-keys]').forEach((button) => button.addEventListener('click', help));
  if (location.hash === '#text' && $('#text')) $('#text').focus();

  const typing = (node) => node.isContentEditable || /^(TEXTAREA|SELECT)$/.test(node.tagName) || node.tagName === 'INPUT' && !/^(checkbox|radio|button|submit|reset)$/.test(node.type);
  // What has a use of the space bar of its own keeps it.
  const pressable = (node) => /^(BUTTON|INPUT|SUMMARY)$/.test(node.tagName);

  const keys = { j: () => step(1), k: () => step(-1), a: approve, x: reject, u: () => { const form = $('#undo'); if (form) form.requestSubmit(); }, '/': search, '?': help };
  for (let n = 0; n <= 9; n++) keys[n] = () => score(n || 10);

  document.addEventListener('keydown', (event) => {
    const at = event.target;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.repeat && !/^[jk]$/.test(event.key)) return;
    if (sheet && sheet.open && event.key !== '?') return;
    if (event.key === 'Escape' && at !== document.body) { at.blur(); return; }
    // Enter on a reason rejects with it.
    if (event.key === 'Enter' && at.name === 'reason' && at.form && (at.form === decide || at.form === bulk)) {
      event.preventDefault();
      if (at.type === 'radio') at.checked = true;
      press(at.form, 'decision', 'reject');
      return;
    }
    if (typing(at)) return;
    if (event.key === 'Enter' && rows.length && (at === document.body || at.id === 'main')) { rows[here].querySelector('a').click(); return; }
    if (event.key === ' ') {
      if (pressable(at) || event.shiftKey) return;
      event.preventDefault();
      step(1);
      return;
    }
    const act = Object.hasOwn(keys, event.key) && keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
