// What a policy means, said once more without Cedar: a second opinion that the compiled policies are compared with.
// Sites stand with facts written by hand, so that the parsing of URLs is not judged by itself.

export type ModelRule = {
  readonly mode: 'allow-all' | 'deny-all' | 'allow-list' | 'block-list';
  readonly resources?: readonly string[];
  readonly except?: readonly string[];
  readonly approve?: boolean;
  readonly tools?: Readonly<Record<string, ModelRule>>;
};
export type ModelPolicy = Readonly<Partial<Record<'read' | 'write' | 'delete' | 'admin', ModelRule>>>;
export type ModelCall = {
  readonly tool: string;
  readonly bucket: 'read' | 'write' | 'delete' | 'admin';
  readonly place: keyof typeof places;
  readonly unattended: boolean;
  readonly granted: boolean;
  readonly accepted: boolean;
  readonly tainted: boolean;
  /** A program proposes it (an MCP client, a model, a script), not a workflow that the person started. */
  readonly program: boolean;
};

/** `allow`: rules that allow the place; `block`: rules that block it; `unnamed`: a block list wants it named exactly. */
export const places = {
  'https://example.com': {
    allow: ['domain:example.com', 'origin:https://example.com'],
    block: ['domain:example.com', 'origin:https://example.com'],
    unnamed: false,
  },
  'https://a.example.com': { allow: ['domain:example.com'], block: ['domain:example.com'], unnamed: false },
  'https://example.com:8443': { allow: [], block: ['domain:example.com'], unnamed: false },
  'http://example.com': { allow: [], block: ['domain:example.com'], unnamed: true },
  'https://notexample.com': { allow: [], block: [], unnamed: false },
  'http://127.0.0.1:8931': {
    allow: ['origin:http://127.0.0.1:8931'],
    block: ['origin:http://127.0.0.1:8931'],
    unnamed: true,
  },
  'http://localhost:8931': { allow: [], block: [], unnamed: true },
  'https://8.8.8.8': { allow: [], block: [], unnamed: true },
  null: { allow: [], block: [], unnamed: true },
} as const;

export const ruleTexts = [
  'domain:example.com',
  'origin:https://example.com',
  'origin:http://127.0.0.1:8931',
  'domain:other.test',
];

export function modelVerdict(
  person: ModelPolicy,
  defaults: ModelPolicy,
  organisation: ModelPolicy,
  call: ModelCall,
): 'allow' | 'ask' | 'deny' {
  const rule = ruleFor(person[call.bucket] ?? defaults[call.bucket], call.tool);
  const above = ruleFor(organisation[call.bucket], call.tool);
  if (rule === undefined || !passes(rule, call)) return 'deny';
  if (above !== undefined && !passes(above, call)) return 'deny';
  if (call.place === 'null' && call.bucket !== 'read') return 'deny';
  if (call.bucket === 'delete' && call.unattended && !call.accepted) return 'deny';
  const waived =
    call.accepted &&
    (call.bucket === 'write' || (call.tool === 'download' && rule !== bucketRule(person, defaults, call)));
  const asks =
    ((rule.approve === true || reachesTooFar(rule, call)) && !waived) ||
    above?.approve === true ||
    (call.tainted && call.bucket !== 'read');
  if (!asks || call.granted) return 'allow';
  return call.unattended ? 'deny' : 'ask';
}

// A rule that names nothing does not reach local and unencrypted addresses, nor a program's far-reaching acts.
function reachesTooFar(rule: ModelRule, call: ModelCall): boolean {
  if (call.bucket === 'read' || rule.mode === 'allow-list') return false;
  if (rule.mode === 'allow-all' && places[call.place].unnamed) return true;
  return call.bucket === 'admin' && call.program;
}

function bucketRule(person: ModelPolicy, defaults: ModelPolicy, call: ModelCall): ModelRule | undefined {
  return person[call.bucket] ?? defaults[call.bucket];
}

function ruleFor(rule: ModelRule | undefined, tool: string): ModelRule | undefined {
  return rule?.tools?.[tool] ?? rule;
}

function passes(rule: ModelRule, call: ModelCall): boolean {
  const place = places[call.place];
  const named = (list: readonly string[]): boolean =>
    list.some((entry) => (rule.resources ?? []).includes(entry));
  if (rule.mode === 'allow-list') return named(place.allow);
  if (rule.mode !== 'block-list') return rule.mode === 'allow-all';
  if ((rule.except ?? []).includes(`origin:${call.place}`)) return true;
  return !named(place.block) && !place.unnamed;
}
