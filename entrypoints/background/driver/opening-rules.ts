// A window that a page opens sends its first request before any debugger can be there. So while an act is under way, and
// for as long after it as its click lets a page open windows, the browser itself keeps back the first request of new
// tabs that such a page opens, unless their site has been judged already. What is kept back is judged, and then opened or not.

type Rule = chrome.declarativeNetRequest.Rule;

export type Opener = {
  /** Hosts of the documents in the page. */
  readonly hosts: readonly string[];
  /** Tabs that were there before, whose requests are none of ours. */
  readonly others: readonly number[];
  readonly allowedOrigins: readonly string[];
};

/** Rules for one page, in Chrome's limits: a page with more frames or a run with more sites has the rest judged. */
const hostsMax = 100;
const originsMax = 200;

/** The rules for these pages, numbered from `firstId`: nothing passes but what is allowed. */
export function openingRules(openers: readonly Opener[], firstId = 1): Rule[] {
  let id = firstId;
  return openers.flatMap(({ hosts, others, allowedOrigins }) => {
    if (hosts.length === 0) return [];
    const condition = {
      resourceTypes: [chrome.declarativeNetRequest.ResourceType.MAIN_FRAME],
      initiatorDomains: hosts.slice(0, hostsMax),
      excludedTabIds: [...others],
    };
    const allow = allowedOrigins.slice(0, originsMax).map((origin) => ({
      id: id++,
      priority: 2,
      action: { type: chrome.declarativeNetRequest.RuleActionType.ALLOW },
      condition: { ...condition, urlFilter: `|${origin}/` },
    }));
    const block = {
      id: id++,
      priority: 1,
      action: { type: chrome.declarativeNetRequest.RuleActionType.BLOCK },
      condition,
    };
    return [...allow, block];
  });
}
