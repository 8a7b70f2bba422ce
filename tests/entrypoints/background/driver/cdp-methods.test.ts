import { expect, test } from 'vitest';
import { cdpMethods, checkCommand } from '../../../../entrypoints/background/driver/cdp-methods.ts';

const autoAttach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };

test.each([
  ['Page.enable', {}],
  [
    'Target.setAutoAttach',
    { ...autoAttach, filter: [{ type: 'iframe', exclude: false }, { exclude: true }] },
  ],
  ['Input.dispatchMouseEvent', { type: 'mousePressed', x: 1, y: 2, button: 'left', clickCount: 1 }],
  ['Input.insertText', { text: 'é' }],
  ['Page.navigateToHistoryEntry', { entryId: 7 }],
  ['Page.handleJavaScriptDialog', { accept: true, promptText: 'x' }],
])('%s passes', (method, params) => {
  expect(() => checkCommand(method, params)).not.toThrow();
});

test.each([
  ['Page.navigate', { url: 'about:blank' }],
  ['Page.setBypassCSP', { enabled: true }],
  ['Page.setDownloadBehavior', { behavior: 'allow' }],
  ['Target.createTarget', { url: 'file:///' }],
  ['Storage.getCookies', {}],
  ['Network.getAllCookies', {}],
  ['WebAuthn.enable', {}],
  ['Fetch.fulfillRequest', {}],
  ['DOM.setFileInputFiles', { files: ['/etc/passwd'] }],
  ['Runtime.compileScript', {}],
  ['toString', {}],
  ['__proto__', {}],
])('%s is not on the list', (method, params) => {
  expect(() => checkCommand(method, params)).toThrow('not allowed');
});

test.each([
  ['Page.enable', { extra: 1 }],
  ['Page.navigateToHistoryEntry', { entryId: 7, url: 'about:blank' }],
  ['Target.setAutoAttach', { ...autoAttach, waitForDebuggerOnStart: true }],
  ['Target.setAutoAttach', { ...autoAttach, flatten: false }],
  ['Page.createIsolatedWorld', { frameId: 'F', worldName: 'other' }],
  ['Page.createIsolatedWorld', { frameId: 'F', worldName: 'localagent', grantUniveralAccess: true }],
  ['Runtime.evaluate', { expression: '1', awaitPromise: true, returnByValue: true, userGesture: true }],
  ['Runtime.callFunctionOn', { objectId: '1', functionDeclaration: 'function () {}', returnByValue: true }],
  ['Fetch.continueResponse', { requestId: '1', responseCode: 404 }],
  ['Input.dispatchMouseEvent', { type: 'mousePressed', x: Number.NaN, y: 0 }],
])('%s with %o is refused', (method, params) => {
  expect(() => checkCommand(method, params)).toThrow(method);
});

test('the list is short', () => {
  expect(cdpMethods.length).toBeLessThanOrEqual(40);
});
