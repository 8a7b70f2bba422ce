import { homedir } from 'node:os';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { isIpHost, isPrivateName, isPublicSuffix, siteFacts } from './resource.ts';

// The notation of resources in policy files, told by the word before the first colon:
//   domain:example.com              the name and every name below it, over https on the default port
//   origin:http://127.0.0.1:8931    exactly this scheme, host and port; the only way to name http, ports, IP addresses
//                                   and names of the local network
//   folder:~/Reports                the folder and everything in it; ~ is the person's home
//   app:NAME   window:NAME          exactly this application or window

/** `key` is the canonical form that requests are looked up by. */
export type ResourceRule = {
  readonly kind: 'domain' | 'origin' | 'folder' | 'app' | 'window';
  readonly key: string;
};
export type UnfitRule = { readonly why: string; readonly remedy: string };

const ruleCharactersMax = 4_096;
const nameCharactersMax = 200;

/** Reads one rule; what a rule could mean by mistake is refused, with the way to write what was meant. */
export function parseResourceRule(text: string, home: string = homedir()): ResourceRule | UnfitRule {
  if (text.length > ruleCharactersMax)
    return unfit('it is too long', `Keep it under ${ruleCharactersMax} characters.`);
  const colon = text.indexOf(':');
  const value = text.slice(colon + 1);
  switch (colon === -1 ? '' : text.slice(0, colon)) {
    case 'domain':
      return domainRule(value);
    case 'origin':
      return originRule(value);
    case 'folder':
      return folderRule(value, home);
    case 'app':
      return namedRule('app', value);
    case 'window':
      return namedRule('window', value);
    case 'http':
    case 'https':
      return unfit('a bare URL is not a rule', `Write origin:${text} for exactly this origin.`);
    default:
      return unfit(
        'its kind is missing',
        `Write ${colon === -1 ? `domain:${text}` : 'domain:example.com'}, origin:https://example.com, folder:~/Reports, app:NAME or window:NAME.`,
      );
  }
}

function domainRule(value: string): ResourceRule | UnfitRule {
  const wildcard = wildcardProblem(value);
  if (wildcard !== null) return wildcard;
  if (value.startsWith('.')) return unfit('it starts with a dot', `Write domain:${value.slice(1)}.`);
  if (value.includes('@')) return unfit('it carries a user name', 'Write the domain alone.');
  if (/[\s/\\?#%]/.test(value) || /:\/|:$/.test(value))
    return unfit('it is more than a domain', 'Write the domain alone.');
  const host = hostOf(value);
  if (host === null) return unfit('it is not a domain name', 'Write a name such as domain:example.com.');
  if (isIpHost(host))
    return unfit('it is an IP address', `Write origin:https://${value} with scheme and port.`);
  if (/:/.test(value)) {
    return unfit('it names a port', `Write origin:https://${value}; a domain stands for the default port.`);
  }
  if (isPrivateName(host) && (host.includes('.') || host === 'localhost')) {
    return unfit('it is a name of the local network', `Write origin:http://${host} with scheme and port.`);
  }
  if (isPublicSuffix(host)) {
    return unfit('it is a public suffix, under which anyone can have a site', 'Name the site below it.');
  }
  return { kind: 'domain', key: `domain:${host}` };
}

function hostOf(value: string): string | null {
  const facts = siteFacts(`https://${value}`);
  return 'why' in facts || facts.host === '' ? null : facts.host;
}

function originRule(value: string): ResourceRule | UnfitRule {
  const wildcard = wildcardProblem(value);
  if (wildcard !== null) return wildcard;
  const whole = 'Write scheme, host and port alone, such as origin:https://example.com:8443.';
  if (!/^https?:\/\//i.test(value)) return unfit('an origin starts with https:// or http://', whole);
  const facts = siteFacts(value);
  if ('why' in facts) return unfit(lowerFirst(facts.why), whole);
  const rest = new URL(value);
  if (rest.pathname !== '/' || rest.search !== '' || rest.hash !== '' || /[?#]/.test(value)) {
    return unfit('it has a path, and a rule covers whole origins', `Write origin:${facts.origin}.`);
  }
  return { kind: 'origin', key: `origin:${facts.origin}` };
}

function folderRule(value: string, home: string): ResourceRule | UnfitRule {
  const wildcard = wildcardProblem(value);
  if (wildcard !== null) return wildcard;
  const path = expandHome(value, home);
  if (path === null) return unfit('it is not a whole path', 'Write folder:/whole/path or folder:~/path.');
  if (value.split(/[/\\]/).includes('..'))
    return unfit('it goes up by ".."', 'Write the folder that is meant.');
  return { kind: 'folder', key: `folder:${path}` };
}

/** Absolute form of a path that may start with `~`; null when it is relative or holds a NUL. */
export function expandHome(path: string, home: string = homedir()): string | null {
  if (path.includes('\0')) return null;
  if (path === '~') return resolve(home);
  if (path.startsWith('~/') || path.startsWith(`~${sep}`))
    return join(resolve(home), path.slice(2)).replace(/[/\\]$/, '');
  return isAbsolute(path) ? resolve(path) : null;
}

function namedRule(kind: 'app' | 'window', value: string): ResourceRule | UnfitRule {
  const wildcard = wildcardProblem(value);
  if (wildcard !== null) return wildcard;
  if (value.trim() !== value || value === '' || value.length > nameCharactersMax) {
    return unfit('the name is missing or too long', `Write ${kind}:NAME with the exact name.`);
  }
  return { kind, key: `${kind}:${value}` };
}

function wildcardProblem(value: string): UnfitRule | null {
  if (!/[*]/.test(value)) return null;
  const bare = value.replace(/^\*\./, '');
  const remedy = bare.includes('*')
    ? 'Name each resource.'
    : `A domain covers its subdomains and a folder its sub-folders: leave out the "*" (${bare}).`;
  return unfit('wildcards have no meaning here', remedy);
}

function unfit(why: string, remedy: string): UnfitRule {
  return { why, remedy };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');
}
