import { dirname } from 'node:path';
import { tools } from '../../shared/tools/index.ts';
import type { ListIndex } from './compile.ts';
import type { CedarQuery, EntityJson, EntityUid } from './engine-messages.ts';
import type { Question } from './question.ts';
import { domainChain, type SiteFacts, siteFacts, siteWords } from './resource.ts';
import { expandHome } from './resource-rule.ts';

/** A question in Cedar's terms, with what it takes to put the answer into words. */
export type PolicyRequest = {
  readonly ok: true;
  /** The same question as not approved, and as approved. */
  readonly queryFor: (approved: boolean) => CedarQuery;
  /** The resource for a person: canonical origin, folder or `the browser`. */
  readonly words: string;
  /** The narrowest usual rule that names the resource. */
  readonly rule: string;
};
/** Denied before Cedar is asked, by the policy named. */
export type Refusal = { readonly ok: false; readonly policy: string; readonly reason: string };

const textCharactersMax = 1_000;
const sourcesMax = 50;
const folderDepthMax = 64;

const uid = (type: string, id: string): EntityUid => ({ type: `LocalAgent::${type}`, id });

/** Makes the Cedar request: principal, action, resource with its chain of groups, and the flat context. */
export function policyRequest(question: Question, lists: ListIndex, home?: string): PolicyRequest | Refusal {
  const buckets = tools.get(question.tool)?.buckets;
  if (buckets === undefined || !buckets.includes(question.bucket)) {
    const reason = `No rule can be found for the tool "${question.tool}" as "${question.bucket}", so it is denied.`;
    return { ok: false, policy: 'engine', reason };
  }
  const resource = resourceEntities(question.resource, lists, home);
  if (!resource.ok) return resource;
  const principal = uid('Agent', question.caller.id);
  const principalEntity = { uid: principal, attrs: {}, parents: [uid('Callers', question.caller.kind)] };
  const entities = [principalEntity, ...resource.entities];
  const action = uid('Action', question.tool);
  const context = contextOf(question, resource.site);
  return {
    ok: true,
    queryFor: (approved) => ({
      principal,
      action,
      resource: resource.uid,
      context: { ...context, approved },
      entities,
    }),
    words: resource.words,
    rule: resource.rule,
  };
}

function contextOf(question: Question, site: SiteFacts | null) {
  const { template, target } = question;
  return {
    bucket: question.bucket,
    caller: question.caller.kind,
    unattended: question.caller.unattended,
    mode: question.mode ?? 'NORMAL',
    path: bounded(site?.path ?? ''),
    frame: frameOf(question.frame_url, site),
    target: { role: bounded(target?.role ?? ''), name: bounded(target?.name ?? '') },
    template: {
      id: bounded(template?.id ?? ''),
      version: bounded(template?.version ?? ''),
      reviewed: template?.reviewed ?? false,
      accepted: template?.accepted ?? false,
    },
    secret_used: question.secret_used,
    tainted: question.tainted,
    sources: question.sources.slice(0, sourcesMax).map(bounded),
  };
}

// A frame whose address says nothing (blob:, data:, a broken one) is taken as opaque.
function frameOf(frameUrl: string | null, site: SiteFacts | null) {
  const facts = frameUrl === null ? null : siteFacts(frameUrl);
  if (facts === null) {
    const { scheme = '', host = '', port = 0 } = site ?? {};
    return { scheme, host, port, same_origin: true, opaque: false };
  }
  if ('why' in facts) return { scheme: '', host: '', port: 0, same_origin: false, opaque: true };
  const { scheme, host, port, opaque } = facts;
  return { scheme, host, port, opaque, same_origin: !opaque && facts.origin === site?.origin };
}

type ResourceEntities = {
  readonly ok: true;
  readonly uid: EntityUid;
  readonly entities: readonly EntityJson[];
  readonly words: string;
  readonly rule: string;
  readonly site: SiteFacts | null;
};

function resourceEntities(
  resource: Question['resource'],
  lists: ListIndex,
  home: string | undefined,
): ResourceEntities | Refusal {
  if (resource.kind === 'none') {
    const browser = uid('Browser', 'browser');
    const entities = [{ uid: browser, attrs: {}, parents: [] }];
    return { ok: true, uid: browser, entities, words: 'the browser itself', rule: '', site: null };
  }
  if (resource.kind === 'folder') return folderEntities(resource.path, lists, home);
  const facts = siteFacts(resource.url);
  if ('why' in facts)
    return { ok: false, policy: 'always.address', reason: `${facts.why} No policy can allow it.` };
  return siteEntities(facts, lists);
}

function siteEntities(facts: SiteFacts, lists: ListIndex): ResourceEntities {
  const chain = domainChain(facts);
  const domains = chain.map((domain, index) => {
    const above = chain[index + 1];
    const parents = above === undefined ? [] : [uid('Domain', above)];
    return {
      uid: uid('Domain', domain),
      attrs: {},
      parents: [...parents, ...groups(lists, `domain:${domain}`)],
    };
  });
  const { origin, scheme, host, port, domain, secure, standard, ip, opaque } = facts;
  const site = {
    uid: uid('Site', facts.origin),
    attrs: {
      ...{ origin, scheme, host, port, domain, secure, standard, ip, opaque },
      private: facts.private,
      mixed_script: facts.mixedScript,
    },
    parents: [
      ...chain.slice(0, 1).map((name) => uid('Domain', name)),
      ...groups(lists, `origin:${facts.origin}`),
    ],
  };
  return {
    ok: true,
    uid: site.uid,
    entities: [site, ...domains],
    words: siteWords(facts),
    rule: standard && domain !== '' ? `domain:${host}` : `origin:${facts.origin}`,
    site: facts,
  };
}

function folderEntities(
  path: string,
  lists: ListIndex,
  home: string | undefined,
): ResourceEntities | Refusal {
  const whole = expandHome(path, home);
  if (whole === null) {
    return {
      ok: false,
      policy: 'always.address',
      reason: 'The folder is not a whole path. No policy can allow it.',
    };
  }
  const chain = [whole];
  for (let next = dirname(whole); next !== chain.at(-1); next = dirname(next)) {
    if (chain.length >= folderDepthMax) {
      const reason = `The folder lies more than ${folderDepthMax} levels deep. No policy can allow it.`;
      return { ok: false, policy: 'always.address', reason };
    }
    chain.push(next);
  }
  const entities = chain.map((folder, index) => {
    const above = chain[index + 1];
    const parents = above === undefined ? [] : [uid('Folder', above)];
    return {
      uid: uid('Folder', folder),
      attrs: {},
      parents: [...parents, ...groups(lists, `folder:${folder}`)],
    };
  });
  const words = `the folder ${whole}`;
  return { ok: true, uid: uid('Folder', whole), entities, words, rule: `folder:${whole}`, site: null };
}

function groups(lists: ListIndex, key: string): readonly EntityUid[] {
  return (lists.get(key) ?? []).map((group) => uid('List', group));
}

// A lone surrogate would not survive the way into Cedar.
function bounded(text: string): string {
  return text.slice(0, textCharactersMax).toWellFormed();
}
