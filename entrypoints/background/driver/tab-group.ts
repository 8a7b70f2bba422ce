import { z } from 'zod';
import { readStored } from './session-store.ts';

const Groups = z.record(z.string(), z.int());
/** Tabs of the person's that were lent, by the caller that has them. */
const Lent = z.record(z.string(), z.string());

/** An MCP session's name ends with a mark that only programs need. */
const sessionName = /^mcp-(.+)-[0-9a-f]{6}$/;

/** What the group of a caller's tabs is called: `LocalAgent`, and for an MCP client its name behind it. */
export function groupTitle(caller: string): string {
  const client = sessionName.exec(caller)?.[1];
  return client === undefined ? 'LocalAgent' : `LocalAgent: ${client}`;
}

/**
 * Puts a tab of the agent's into the group of its caller in that window, making the group if need be. Windows without
 * tab strips have no groups; a tab that cannot be grouped is worked in all the same.
 */
export async function groupOwnedTab(tabId: number, caller: string): Promise<void> {
  try {
    await group(tabId, groupTitle(caller));
  } catch (error) {
    console.info('The tab could not be put into the group.', error);
  }
}

/** Shows that a tab of the person's is lent to an MCP client. One that is in a group of the person's own stays there. */
export async function showLent(tabId: number, caller: string): Promise<void> {
  if (!sessionName.test(caller)) return;
  try {
    if ((await chrome.tabs.get(tabId)).groupId !== chrome.tabGroups.TAB_GROUP_ID_NONE) return;
    await group(tabId, groupTitle(caller));
    const lent = await readStored(chrome.storage.session, 'lent', Lent, {});
    await chrome.storage.session.set({ lent: { ...lent, [String(tabId)]: caller } });
  } catch (error) {
    console.info('The tab could not be put into the group.', error);
  }
}

/** Takes the tabs that were lent to a caller out of its group again. */
export async function showGivenBack(caller: string): Promise<void> {
  const lent = await readStored(chrome.storage.session, 'lent', Lent, {});
  const [mine, others] = [true, false].map((isMine) =>
    Object.entries(lent).filter(([, holder]) => (holder === caller) === isMine),
  );
  if (mine === undefined || others === undefined || mine.length === 0) return;
  await chrome.storage.session.set({ lent: Object.fromEntries(others) });
  for (const [tabId] of mine) {
    // One that was closed meanwhile is in no group.
    await chrome.tabs.ungroup(Number(tabId)).catch(() => undefined);
  }
}

async function group(tabId: number, title: string): Promise<void> {
  const { windowId } = await chrome.tabs.get(tabId);
  const key = `${windowId} ${title}`;
  const groups = await readStored(chrome.storage.session, 'groups', Groups, {});
  const known = groups[key];
  const alive =
    known !== undefined && (await chrome.tabGroups.query({ windowId })).some(({ id }) => id === known);
  const groupId = await chrome.tabs.group(
    alive ? { tabIds: tabId, groupId: known } : { tabIds: tabId, createProperties: { windowId } },
  );
  if (alive) return;
  await chrome.tabGroups.update(groupId, { title, color: 'purple' });
  await chrome.storage.session.set({ groups: { ...groups, [key]: groupId } });
}
