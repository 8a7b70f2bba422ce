import { box, button } from '../caller.ts';
import { all, type FaultCase } from '../fault-case.ts';
import { page } from '../fault-site.ts';

// Questions that stop a page, wherever they come from.

const kind = 'dialog';
/** A call that a dialog stops has to come back long before its usual limit. */
const promptMs = 6000;

const confirmOnClick: FaultCase = {
  name: 'confirm-on-click',
  kind,
  pages: {
    '/': page(
      'Draft',
      `<button onclick="say('answer ' + confirm('Delete draft 77?'))">Delete draft</button><p>Draft 77</p>`,
    ),
  },
  async play({ tool, site, said, holds, accepts, is }) {
    await tool.open(site.at());
    const started = Date.now();
    const asked = await tool.click(button('Delete draft'));
    const blocked = await tool.read();
    const ms = Date.now() - started;
    const open = all(await said(), is(ms < 2 * promptMs, `came back after ${ms} ms`));
    const dismissed = await tool.answerDialog(false);
    const after = holds(await tool.read(), ['Draft 77']);
    const told = is(/Delete draft 77/.test(asked.told + blocked.told), 'the question was not told');
    return all(open, told, after, accepts(dismissed), await said('answer false'));
  },
};

const alertOnLoad: FaultCase = {
  name: 'alert-on-load',
  kind,
  pages: {
    '/': page(
      'Notice',
      `<h1>Prices</h1><script>alert('New prices from Monday'); say('went on');</script><p>Steel 410</p>`,
    ),
  },
  async play({ tool, site, said, holds, is }) {
    const started = Date.now();
    const opened = await tool.open(site.at());
    const ms = Date.now() - started;
    const told = is(/New prices from Monday/.test(opened.told), `the alert was not told: ${opened.told}`);
    await tool.answerDialog(true);
    const read = holds(await tool.read(), ['Steel 410']);
    return all(told, is(ms < promptMs, `came back after ${ms} ms`), read, await said('went on'));
  },
};

const alertInTimer: FaultCase = {
  name: 'alert-in-timer',
  kind,
  pages: {
    '/': page(
      'Session',
      `<h1>Session</h1><p id="state">Open</p><script>setTimeout(() => { alert('Session ends soon'); state.textContent = 'Extended'; say('seen'); }, 1200);</script>`,
    ),
  },
  async play({ tool, site, said, holds, is }) {
    await tool.open(site.at());
    const waited = await tool.waitFor('Extended', 20_000);
    const told = is(/Session ends soon|dialog/i.test(waited.told), `the alert was not told: ${waited.told}`);
    await tool.answerDialog(true);
    return all(told, await said('seen'), holds(await tool.read(), ['Extended']));
  },
};

const promptText: FaultCase = {
  name: 'prompt-text',
  kind,
  pages: {
    '/': page('Rename', `<button onclick="say('name ' + prompt('New name', 'draft'))">Rename</button>`),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(button('Rename'));
    await tool.answerDialog(true, 'Årsrapport "2025"');
    return said('name Årsrapport "2025"');
  },
};

const promptAsGiven: FaultCase = {
  name: 'prompt-as-given',
  kind,
  pages: {
    '/': page('Rename', `<button onclick="say('name ' + prompt('New name', 'draft 1'))">Rename</button>`),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.click(button('Rename'));
    await tool.answerDialog(true);
    return said('name draft 1');
  },
};

const confirmInFrame: FaultCase = {
  name: 'confirm-in-foreign-frame',
  kind,
  pages: {
    '/': page('Shop', `<h1>Shop</h1><iframe id="pay" src="{other}/pay" width="500" height="200"></iframe>`),
    '/pay': page('Pay', `<button onclick="say('answer ' + confirm('Pay 40 now?'))">Pay</button>`),
  },
  async play({ tool, site, said, is }) {
    await tool.open(site.at());
    const asked = await tool.click(button('Pay', '#pay'));
    const told = is(/Pay 40 now/.test(asked.told), `the question was not told: ${asked.told}`);
    await tool.answerDialog(true);
    return all(told, await said('answer true'));
  },
};

const leaveQuestion: FaultCase = {
  name: 'leave-page-question',
  kind,
  pages: {
    '/': page(
      'Entry',
      `<label>Note <input id="note"></label><script>addEventListener('beforeunload', (e) => { if (note.value) e.preventDefault(); });
       addEventListener('pagehide', () => say('left'));</script>`,
    ),
    '/next': page('Next', '<h1>Next</h1>'),
  },
  async play({ tool, site, said, is }) {
    await tool.open(site.at());
    await tool.fill(box('Note'), 'half written');
    const left = await tool.open(site.at('/next'));
    const told = is(/dialog|unsaved|leave|beforeunload|modal/i.test(left.told), `nothing told: ${left.told}`);
    return all(told, await said());
  },
};

const printOnClick: FaultCase = {
  name: 'print',
  kind,
  pages: {
    '/': page(
      'Invoice',
      `<h1>Invoice 12</h1><button onclick="window.print(); say('printed')">Print</button><button onclick="say('paid')">Pay</button>`,
    ),
  },
  async play({ tool, site, said, holds, is }) {
    await tool.open(site.at());
    const started = Date.now();
    await tool.click(button('Print'));
    const read = holds(await tool.read(), ['Invoice 12']);
    await tool.click(button('Pay'));
    const ms = Date.now() - started;
    return all(read, is(ms < 15_000, `took ${ms} ms`), await said('printed', 'paid'));
  },
};

export const dialogCases: readonly FaultCase[] = [
  confirmOnClick,
  alertOnLoad,
  alertInTimer,
  promptText,
  promptAsGiven,
  confirmInFrame,
  leaveQuestion,
  printOnClick,
];
