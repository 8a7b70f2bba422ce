import { z } from 'zod';
import { readStored } from './session-store.ts';

const Groups = z.record(z.string(), z.int());
const title = 'LocalAgent';

/**
 * Puts a tab of the agent's into the agent's group of that window, making the group if need be. Windows
 * without tab strips have no groups; a tab that cannot be grouped is worked in all the same.
 */
export async function groupOwnedTab(tabId: number): Promise<void> {
  try {
    const { windowId } = await chrome.tabs.get(tabId);
    const groups = await readStored(chrome.storage.session, 'groups', Groups, {});
    const known = groups[String(windowId)];
    const alive =
      known !== undefined && (await chrome.tabGroups.query({ windowId })).some(({ id }) => id === known);
    const groupId = await chrome.tabs.group(
      alive ? { tabIds: tabId, groupId: known } : { tabIds: tabId, createProperties: { windowId } },
    );
    if (alive) return;
    await chrome.tabGroups.update(groupId, { title, color: 'purple' });
    await chrome.storage.session.set({ groups: { ...groups, [String(windowId)]: groupId } });
  } catch (error) {
    console.info('The tab could not be put into the group.', error);
  }
}
