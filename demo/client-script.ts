/** The portal's only script, served as `/portal.js`: the pages' policy allows no inline script. */
export const CLIENT_SCRIPT = `'use strict';

const POLL_MS = 200;
const POLLS_MAX = 300;

const cookieNotice = document.getElementById('cookie-notice');
cookieNotice?.querySelector('button').addEventListener('click', () => {
  document.cookie = 'northwind_cookie_notice=seen; Path=/; SameSite=Lax; Max-Age=31536000';
  cookieNotice.remove();
});

const preparation = document.getElementById('preparation');
if (preparation) {
  const statusLine = document.getElementById('preparation-status');
  const form = preparation.querySelector('form');
  const downloads = document.getElementById('downloads');

  const showPreparing = () => {
    downloads.replaceChildren();
    statusLine.dataset.state = 'preparing';
    statusLine.textContent = 'Preparing…';
    form.querySelector('button').disabled = true;
  };

  const showReady = () => {
    statusLine.dataset.state = 'ready';
    statusLine.textContent = 'Ready to download';
    form.querySelector('button').disabled = false;
    downloads.replaceChildren(document.getElementById('downloads-template').content.cloneNode(true));
    downloads.querySelector('button').addEventListener('click', downloadPdf);
  };

  const showFailed = (message) => {
    statusLine.dataset.state = 'failed';
    statusLine.textContent = message;
    form.querySelector('button').disabled = false;
  };

  const waitUntilReady = async () => {
    for (let poll = 0; poll < POLLS_MAX; poll++) {
      const response = await fetch(preparation.dataset.stateUrl);
      if (response.status === 401) {
        location.assign('/login?reason=expired');
        return;
      }
      const { state } = await response.json();
      if (state === 'ready') {
        showReady();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    showFailed('The report is not ready yet. Reload this page later.');
  };

  const downloadPdf = async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    const response = await fetch(button.dataset.source);
    button.disabled = false;
    if (!response.ok) {
      showFailed('The PDF could not be made. Prepare the report again.');
      return;
    }
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = button.dataset.name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };

  form.addEventListener('submit', (event) => {
    if (!window.confirm(form.dataset.confirm)) {
      event.preventDefault();
      return;
    }
    showPreparing();
  });

  const failed = () => showFailed('The connection was lost. Reload this page.');
  if (statusLine.dataset.state === 'preparing') waitUntilReady().catch(failed);
  if (statusLine.dataset.state === 'ready') showReady();
}
`;
