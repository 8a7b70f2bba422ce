// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the scripts that are tested stand as texts.
import { expect, test } from 'vitest';
import { CodeRig, shop } from '../../fakes/code-rig.ts';

const click = 'await api.post("/click", { selector: "a" });\n';

test('of twenty calls one is denied: no token, and the list names the one with every site', async () => {
  const rig = new CodeRig();
  rig.decide = ({ tool }) => (tool === 'download' ? 'deny' : 'allow');
  const code = `${'await api.post("/get_text");\n'.repeat(19)}await api.post("/download", { selector: "a" });`;
  const checked = await rig.validate(code, { targets: [shop, 'https://other.example'] });
  expect(checked).toMatchObject({ ok: false, token: null, verdict: { decision: 'deny' } });
  expect(checked.problems.map(({ line, rule }) => [line, rule])).toEqual([
    [20, 'policy'],
    [20, 'policy'],
  ]);
  expect(checked.problems.map(({ message }) => message).join()).toMatch(/shop\.example.*other\.example/);
});

test('every call is judged on every site; a written address on its own', async () => {
  const rig = new CodeRig();
  await rig.validate(`await api.post("/navigate", { url: "${shop}/a" });\n${click}await api.get("/pages");`, {
    targets: [shop, 'https://other.example'],
  });
  const asked = rig.questions.map(({ tool, bucket, resource }) => [
    tool,
    bucket,
    'url' in resource ? resource.url : resource.kind,
  ]);
  expect(asked).toEqual([
    ['navigate', 'read', `${shop}/a`],
    ['click', 'write', `${shop}/`],
    ['click', 'write', 'https://other.example/'],
    ['list_pages', 'read', 'none'],
  ]);
});

test('page text that may reach an act is judged as such, and the person is told', async () => {
  const rig = new CodeRig();
  rig.decide = ({ tainted, bucket }) => (tainted && bucket !== 'read' ? 'ask' : 'allow');
  const code =
    'const t = await api.post("/get_text");\nif (t.text.includes("yes")) {\n  await api.post("/click", { selector: "a" });\n}';
  const checked = await rig.validate(code);
  expect(checked.calls.map(({ tainted }) => tainted)).toEqual([false, true]);
  expect(rig.cards[0]?.acts[0]?.text).toContain(`may use text read from ${shop}`);
  expect(checked.ok).toBe(true);
  rig.answer = 'denied';
  expect(await rig.validate(code)).toMatchObject({
    ok: false,
    token: null,
    problems: [{ rule: 'approval' }],
  });
});

test('unattended, what would be asked is refused', async () => {
  const rig = new CodeRig();
  rig.who = { ...rig.who, caller: { ...rig.who.caller, unattended: true } };
  rig.autoApprove = 'low';
  expect(await rig.validate(click)).toMatchObject({
    ok: false,
    token: null,
    problems: [{ rule: 'approval' }],
  });
  expect(rig.cards).toEqual([]);
});

test('risk follows from what the script can do; the highest is refused whatever the policy says', async () => {
  const rig = new CodeRig();
  rig.autoApprove = 'none';
  const level = async (code: string) => (await rig.validate(code)).risk;
  expect(await level('await api.post("/get_text");')).toBe('low');
  expect(await level(click)).toBe('medium');
  expect(await level('await api.post("/click", { selector: "text=Delete" });')).toBe('high');
  const critical = await rig.validate(
    'const t = await api.post("/get_text");\nfor (const s of t.text.split(" ")) {\n  await api.post("/evaluate", { script: s });\n}',
  );
  expect(critical).toMatchObject({ risk: 'critical', ok: false, token: null, problems: [{ rule: 'risk' }] });
});

test('a click on something named like a deletion is declared as one, in a template too', async () => {
  const rig = new CodeRig();
  const { calls } = await rig.validate(
    'await api.post("/click", { selector: `role=button[name="Delete ${args.n}"]` });\nawait api.post("/click", { selector: args.s });',
  );
  expect(calls.map(({ buckets }) => buckets)).toEqual([['write', 'delete'], ['write']]);
});

test.each([
  ['await api.post("/click", { selektor: "a" });', /Did you mean "selector"/],
  ['await api.post("/click", { selector: "a", count: 9 });', /count/],
  ['await api.post("/wait", { });', /exactly one of/],
  ['await api.post("/click", { count: args.n });', /selector/],
  ['await api.post("/navigate", { url: "https://shop.example@evil.test/" });', /cannot be opened/],
  ['await api.post("/navigate", { url: "javascript:1" });', /cannot be opened/],
  ['await api.post("/graphql", { query: args.q });', /not written out/],
  ['await api.post("/graphql", { query: "{ a" });', /cannot be accepted/],
  ['await api.post("/graphql", { query: "query A { a } mutation B { b }" });', /exactly one operation/],
])('arguments that cannot fit are told before: %s', async (code, said) => {
  const rig = new CodeRig();
  const { ok, problems } = await rig.validate(code);
  expect(ok).toBe(false);
  expect(problems.map(({ message, rewrite }) => `${message} ${rewrite}`).join('\n')).toMatch(said);
});

test('a site that the script goes to must be among its targets', async () => {
  const rig = new CodeRig();
  const code = 'await api.post("/navigate", { url: "https://other.example/" });';
  expect(await rig.validate(code, { targets: [shop] })).toMatchObject({ problems: [{ rule: 'targets' }] });
  expect((await rig.validate(code)).targets).toEqual([shop, 'https://other.example']);
});

test('GraphQL: what it reaches, and how it counts', async () => {
  const rig = new CodeRig();
  const query =
    'mutation ($in: OrderInput!) { cancel(input: $in) { order { ...F } } } fragment F on Order { id items { sku } }';
  const { calls } = await rig.validate(
    `await api.post("/graphql", { query: "${query}", variables: { in: args.x } });`,
  );
  expect(calls[0]).toMatchObject({
    buckets: ['write'],
    graphql: { operation: 'mutation', depth: 5, types: ['OrderInput', 'Order'], fields_count: 5 },
  });
  const endless = 'query { ...A } fragment A on T { a { ...A } }';
  const { problems } = await rig.validate(`await api.post("/graphql", { query: "${endless}" });`);
  expect(problems[0]?.message).toContain('deep');
});

test('the policy that changes while a person thinks voids the script', async () => {
  const rig = new CodeRig();
  rig.autoApprove = 'none';
  rig.decide = () => {
    rig.version = 'b'.repeat(64);
    return 'ask';
  };
  expect(await rig.validate(click)).toMatchObject({ ok: false, token: null, problems: [{ rule: 'policy' }] });
});
