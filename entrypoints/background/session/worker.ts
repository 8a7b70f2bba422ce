import { hostName } from '../../../shared/extension-id.ts';
import type { browserRequests } from '../../../shared/protocol/browser-messages.ts';
import type { Handlers } from '../../../shared/protocol/messages.ts';
import { studioPortName } from '../../../shared/protocol/studio-messages.ts';
import { BuiltInModel, builtInApi } from '../built-in-model.ts';
import { listenToBrowser } from '../driver/browser-listeners.ts';
import { Driver } from '../driver/driver.ts';
import { Executor } from '../driver/executor.ts';
import { Journal } from '../driver/journal.ts';
import { probe } from '../driver/probe.ts';
import { replay } from '../driver/replay.ts';
import { wakePortName } from '../driver/wake.ts';
import { makeHello } from './hello.ts';
import { HostConnection } from './host-connection.ts';
import { hopAsker } from './judge-hop.ts';
import { keepAnchor, readAnchors } from './ledger-anchors.ts';
import { runtimePort } from './native-port.ts';
import { followNotices, Notices, notify } from './notify.ts';
import { hereParts, pageHere } from './page-here.ts';
import { PanelRelay } from './panel-relay.ts';
import { isOwnPanel, isOwnStudio } from './panel-sender.ts';
import { recordTab, takeRecorder } from './record-tab.ts';
import type { Recording } from './recording.ts';
import { StudioRelay } from './studio-relay.ts';

/** Wakes a worker that died, so that it connects again; the shortest that Chrome promises. */
const alarmName = 'connect';
const alarmMinutes = 0.5;

/** Accent of the product; it means that the agent is at work. */
const accent = '#4f46e5';

/** Wires the service worker. Every listener is added in this first turn, before anything is awaited. */
export function startWorker(): void {
  const bootId = crypto.randomUUID();
  const driver = new Driver({
    judgeHop: hopAsker(() => host),
    onEgressBlocked: (blocked) => host.emit('secret.egress_blocked', blocked),
    onPages: (pages) => host.emit('pages.changed', { pages: pages.slice(0, 1000) }),
    onDownloadRefused: (download) => host.emit('download.refused', download),
  });
  const journal = new Journal(chrome.storage.session, chrome.storage.local, bootId);
  const host: HostConnection = new HostConnection({
    openPort: () => {
      const port = chrome.runtime.connectNative(hostName);
      return runtimePort(port, () => chrome.runtime.lastError?.message ?? 'The host closed the connection.');
    },
    makeHello: async () => {
      await driver.ready;
      return makeHello(bootId, driver.pages.list());
    },
    handlers: browserHandlers(driver, journal, bootId),
    listeners: {
      'run.event': (params) => {
        panels.broadcast('run.event', params);
        const notice = notices.hear(params.event);
        if (notice !== null) notify(notice, panels.seen).catch(report);
      },
      'approval.requested': (params) => panels.broadcast('approval.requested', params),
      'approval.closed': (params) => panels.broadcast('approval.closed', params),
      'status.changed': (params) => panels.broadcast('status.changed', params),
    },
    onStatus: (status) => {
      panels.broadcast('host.status', status);
      studios.tell(status);
    },
    onHello: ({ live_callers }) => {
      for (const caller of driver.callers.otherThan(live_callers)) void driver.release(caller, false);
      host.emit('panels.changed', { open: panels.count });
      showBadge(driver);
    },
    report: (problem, cause) => console.warn('A message was dropped.', problem, cause ?? ''),
  });
  const notices = new Notices();
  const here = hereParts((tabId) => driver.pages.peek(tabId));
  const panels = new PanelRelay({
    forward: (method, params, options) => host.call(method, params, options),
    status: () => host.status,
    retry: () => host.connect(),
    pageIn: async (windowId) => {
      await driver.ready;
      return pageHere(here, windowId);
    },
    onCount: (open) => host.emit('panels.changed', { open }),
    report: (problem, cause) => console.warn('A message was dropped.', problem, cause ?? ''),
  });

  const recording = recordTab({
    tell: (act) => studios.recorded('recording.told', { act }),
    ended: (why) => studios.recorded('recording.ended', { why }),
    report,
  });
  const studios = new StudioRelay({
    forward: (method, params, options) => host.call(method, params, options),
    status: () => host.status,
    startRecording: (url) => recording.start(url),
    stopRecording: () => recording.stop(),
    report: (problem, cause) => console.warn('A message was dropped.', problem, cause ?? ''),
  });

  listenToBrowser(driver, () => {
    // Chrome ends the session of every tab at once; the person pressed once.
    if (driver.callers.stopAll()) host.emit('human.stopped', { by: 'infobar' });
  });
  listenToExtension(host, panels, studios, recording);
  followNotices();
  host.connect();
}

function browserHandlers(driver: Driver, journal: Journal, bootId: string): Handlers<typeof browserRequests> {
  const executor = new Executor(driver, journal);
  const model = new BuiltInModel(builtInApi());
  return {
    'tool.prepare': async (params, signal) => {
      const prepared = await executor.prepare(params, signal);
      showBadge(driver);
      return prepared;
    },
    'tool.read': (params, signal) => executor.read(params, signal),
    'tool.act': async (params, signal) => {
      const outcome = await executor.act(params, signal);
      showBadge(driver);
      return outcome;
    },
    'tool.replay': ({ ticket }) => replay(journal, ticket),
    'browser.pages': async () => {
      await driver.ready;
      return { pages: [...driver.pages.list()] };
    },
    'browser.probe': ({ attach }) => probe(bootId, attach),
    'browser.model': () => model.state(),
    'browser.ask-model': (params, signal) => model.ask(params, signal),
    'run.release': async ({ caller_id, close_pages }) => {
      await driver.ready;
      const closed = await driver.release(caller_id, close_pages);
      showBadge(driver);
      return { closed };
    },
    'anchor.keep': ({ checkpoint }) => keepAnchor(chrome.storage.local, checkpoint),
    'anchor.list': async () => ({ checkpoints: await readAnchors(chrome.storage.local) }),
  };
}

function listenToExtension(
  host: HostConnection,
  panels: PanelRelay,
  studios: StudioRelay,
  recording: Recording,
): void {
  chrome.runtime.onConnect.addListener((port) => {
    // The port itself is all there is to it: it woke the worker.
    if (port.name === wakePortName && port.sender?.id === chrome.runtime.id) return;
    if (takeRecorder(recording, port)) return;
    if (port.name === studioPortName && isOwnStudio(port.sender, chrome.runtime.id)) {
      studios.add(runtimePort(port, () => chrome.runtime.lastError?.message ?? 'The studio was closed.'));
      host.connect();
      return;
    }
    if (port.name !== 'panel' || !isOwnPanel(port.sender, chrome.runtime.id)) return port.disconnect();
    panels.add(runtimePort(port, () => chrome.runtime.lastError?.message ?? 'The panel was closed.'));
    host.connect();
  });
  chrome.alarms.onAlarm.addListener(() => host.connect());
  chrome.runtime.onStartup.addListener(() => host.connect());
  // The organisation's policy travels with the hello, so a new policy needs a new line.
  chrome.storage.onChanged.addListener((_changes, area) => {
    if (area === 'managed') host.reconnect();
  });
  chrome.alarms.create(alarmName, { periodInMinutes: alarmMinutes }).catch(report);
  chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true }).catch(report);
}

function showBadge(driver: Driver): void {
  const text = driver.callers.activeCount > 0 ? '●' : '';
  chrome.action.setBadgeBackgroundColor({ color: accent }).catch(report);
  chrome.action.setBadgeText({ text }).catch(report);
}

function report(problem: unknown): void {
  console.warn('The browser refused something of no great weight.', problem);
}
