import type { Node } from 'acorn';
import { nearestName } from '../../shared/nearest-name.ts';
import { findCall, knownCalls } from './call-paths.ts';
import { callbackMethods, functions, plainMethods } from './language.ts';
import { type Problem, problemAt } from './problem.ts';

// What is told of everything that the subset has not. Each says the rewrite that is allowed, with an example that can be copied.

type Words = readonly [message: string, rewrite: string];

const forOf = 'Use a loop: for (const item of list) { await api.post("/click", { selector: item.ref }); }';
const arrowOnly =
  'Write the steps one after the other, or use an arrow function directly in map, filter, find, some, every, sort, flatMap, reduce or forEach: list.map((item) => item.name).';
const dots = 'Use a name after a dot: row.price. For a column with spaces: row["Unit price"].';

const byRule: Readonly<Record<string, Words>> = {
  // Kinds of nodes.
  VariableDeclaration: ['A const needs a value.', 'Write const name = …; or let name;'],
  FunctionDeclaration: ['Functions cannot be declared.', arrowOnly],
  FunctionExpression: ['Functions cannot be declared.', arrowOnly],
  ArrowFunctionExpression: [
    'An arrow function stands only as the first argument of a list method.',
    arrowOnly,
  ],
  ClassDeclaration: [
    'Classes are not part of the language.',
    'Use plain objects: const item = { name: "a" };',
  ],
  ClassExpression: [
    'Classes are not part of the language.',
    'Use plain objects: const item = { name: "a" };',
  ],
  DoWhileStatement: ['do…while is not part of the language.', 'Use while (condition) { … }.'],
  ForInStatement: ['for…in is not part of the language.', 'Use for (const key of Object.keys(row)) { … }.'],
  LabeledStatement: [
    'Labels are not part of the language.',
    'Leave the loop with a let done = false; and test it.',
  ],
  WithStatement: ['with is not part of the language.', dots],
  DebuggerStatement: ['debugger is not part of the language.', 'Leave it out.'],
  SequenceExpression: ['Expressions are not joined by commas.', 'Write one statement for each.'],
  ThisExpression: ['There is no "this".', 'Use names of your own and "args".'],
  NewExpression: [
    'Nothing is made with new.',
    'Use plain data: [], {}, "text"; for errors: throw "what happened";',
  ],
  MetaProperty: ['import.meta and new.target do not exist.', 'Leave it out.'],
  ImportExpression: ['Nothing can be imported.', 'Use the api and the methods of texts and lists.'],
  ImportDeclaration: ['Nothing can be imported.', 'Use the api and the methods of texts and lists.'],
  ExportNamedDeclaration: ['Nothing can be exported.', 'Give the result with return …;'],
  ExportDefaultDeclaration: ['Nothing can be exported.', 'Give the result with return …;'],
  ExportAllDeclaration: ['Nothing can be exported.', 'Give the result with return …;'],
  TaggedTemplateExpression: [
    'A template text has no tag.',
    'Write the template alone, without a name before it.',
  ],
  YieldExpression: ['There are no generators.', forOf],
  ChainExpression: ['"?." is not part of the language.', 'Test first: row === undefined ? "" : row.name.'],
  SpreadElement: ['"…" stands only in lists, objects and arguments.', 'Write [...list] or { ...row }.'],
  BreakStatement: [
    'break stands only in a loop or switch, without a label.',
    'Use break; inside the loop it ends.',
  ],
  ContinueStatement: ['continue stands only in a loop, without a label.', 'Use continue; inside the loop.'],
  // Places and names.
  var: ['var is not part of the language.', 'Use const, or let where the value changes.'],
  using: ['Only const and let declare names.', 'Use const, or let where the value changes.'],
  directive: ['A text alone is no statement.', 'Leave it out.'],
  hole: ['A list has an empty place.', 'Write undefined there.'],
  accessor: ['Objects have no getters, setters or methods.', 'Give values: { name: "a" }.'],
  'computed-key': [
    'A key of an object is written out.',
    'Write { name: value }, or { "Unit price": value }.',
  ],
  'denied-key': ['This key is not available in any position.', 'Use another key.'],
  optional: ['"?." is not part of the language.', 'Test first: row === undefined ? "" : row.name.'],
  'private-name': ['There are no private names.', dots],
  this: ['There is no "this" or "super".', 'Use names of your own and "args".'],
  regex: [
    'Regular expressions are not part of the language.',
    'Use text.matches("INV-*") with * for any signs, or includes, startsWith, endsWith, split, replaceAll.',
  ],
  bigint: ['Numbers have no n.', 'Write the number without n.'],
  number: ['The number is not finite.', 'Write a finite number.'],
  'long-text': ['A text in the script is too long.', 'Give long texts in args.'],
  'function-value': ['A function is called, and is no value.', 'Call it: Math.round(value).'],
  callback: [
    'The method wants an arrow function written here.',
    'Write it in place: list.map((item) => item.name).',
  ],
  'call-dynamic': ['What is called is not written as a name.', 'Call a method by its name: text.trim().'],
  'call-name': ['This function does not exist here.', `There are: ${[...functions].join(', ')}.`],
  fetch: [
    'Nothing is fetched by a script.',
    'Use await api.post("/navigate", { url: "https://…" }) and read the page.',
  ],
  'endless-for': ['A for loop needs a condition.', 'Write for (let i = 0; i < list.length; i++) { … }.'],
  'for-await': ['for await is not part of the language.', forOf],
  'loop-name': ['A for…of loop declares its own name.', 'Write for (const item of list) { … }.'],
  finally: [
    'try has a catch and no finally.',
    'Write try { … } catch (error) { … } and put the rest after it.',
  ],
  // The api.
  'api-alias': [
    'The api is not a value: it is not kept, passed on, or used by another name.',
    'Call it in place: await api.post("/click", { selector: "…" });',
  ],
  'api-await': [
    'An api call without await.',
    'Write const result = await api.post("/click", { selector: "…" });',
  ],
  'await-place': [
    'An awaited api call stands alone, after "const name =" or after "name =".',
    'Take it out: const result = await api.post("/get_text"); then use result.',
  ],
  'await-other': [
    'await is for api calls alone.',
    'Write await api.get("/url") or await api.post("/click", { … }).',
  ],
  'api-in-callback': ['An api call stands inside a function.', forOf],
  'api-verb': ['The api has get and post.', 'Write api.get("/url") or api.post("/click", { … }).'],
  'api-path': [
    'The path of an api call is not a text written out, so what it does is not known before.',
    'Write the path as a plain text: api.post("/click", { … }); choose between paths with if.',
  ],
  'api-arguments': [
    'An api call has a path and one object.',
    'Write api.post("/fill", { selector: "…", value: "…" }).',
  ],
  'api-body': [
    'The arguments of an api call are not an object written out.',
    'Write { selector: row.ref } in place.',
  ],
  'api-unknown-argument': ['The call has no such argument.', 'Leave it out.'],
};

const byOperator: Readonly<Record<string, Words>> = {
  '==': ['"==" is not part of the language.', 'Use === .'],
  '!=': ['"!=" is not part of the language.', 'Use !== .'],
  in: ['"in" is not part of the language.', 'Use Object.keys(row).includes("name").'],
  instanceof: [
    '"instanceof" is not part of the language.',
    'Use typeof value === "string" or Array.isArray(value).',
  ],
  void: ['"void" is not part of the language.', 'Write undefined.'],
  delete: ['"delete" is not part of the language.', 'Make a new object with what is to stay.'],
};

/** The problem for a node that is not allowed where it stands; `rule` where the kind of the node does not say enough. */
export function refused(node: Node, rule: string = node.type, name = ''): Problem {
  const operator = /^operator (.*)$/.exec(rule)?.[1];
  if (operator !== undefined) {
    const words = byOperator[operator] ?? [
      `The operator "${operator}" is not part of the language.`,
      'Use + - * / % ** < <= > >= === !== && || ?? and !.',
    ];
    return problemAt(node, 'operator', words[0], words[1]);
  }
  if (rule === 'api-unknown') return unknownPath(node, name);
  if (rule === 'call-method') return unknownMethod(node, name);
  if (rule === 'call-function') return unknownFunction(node, name);
  if (rule === 'Identifier' && 'name' in node) {
    const message = `"${String(node.name)}" is not part of the language.`;
    return problemAt(node, 'name', message, 'Use plain data, the api and the methods of texts and lists.');
  }
  const words = byRule[rule];
  if (words !== undefined) return problemAt(node, rule, words[0], words[1]);
  return problemAt(
    node,
    'unknown-node',
    `${node.type} is not part of the language.`,
    'Use const, let, if, for…of, while, return, plain data and awaited api calls.',
  );
}

function unknownPath(node: Node, path: string): Problem {
  const shown = path.slice(0, 100);
  const verbs = (['get', 'post'] as const).filter((verb) => findCall(verb, path) !== null);
  const other = verbs[0];
  if (other !== undefined) {
    return problemAt(
      node,
      'api-path',
      `"${shown}" is called with ${other}.`,
      `Write api.${other}("${shown}").`,
    );
  }
  const all = knownCalls();
  const near = nearestName(
    shown,
    all.map((one) => one.path),
  );
  const known = all.map((one) => `${one.verb} ${one.path}`).join(', ');
  const rewrite = near === null ? `There are: ${known}.` : `Did you mean "${near}"? There are: ${known}.`;
  return problemAt(node, 'api-path', `There is no path "${shown}".`, rewrite);
}

function unknownMethod(node: Node, name: string): Problem {
  if (name === 'then' || name === 'catch' || name === 'finally') {
    const rewrite =
      'Write const result = await api.post("/click", { … }); and the next step as the next statement.';
    return problemAt(node, 'then', `".${name}" is not part of the language.`, rewrite);
  }
  if (name === 'match' || name === 'test' || name === 'matchAll' || name === 'search' || name === 'exec') {
    return problemAt(node, 'regex', `".${name}" is not part of the language.`, byRule['regex']?.[1] ?? '');
  }
  if (name.startsWith('toLocale')) {
    const rewrite = 'Use toFixed(2), toLowerCase() or toUpperCase().';
    return problemAt(node, 'call-method', `".${name}" differs from place to place.`, rewrite);
  }
  const all = [...plainMethods, ...callbackMethods];
  const near = nearestName(name, all);
  const meant = near === null ? '' : `Did you mean ".${near}"? `;
  return problemAt(
    node,
    'call-method',
    `There is no method ".${name}".`,
    `${meant}There are: ${all.join(', ')}.`,
  );
}

function unknownFunction(node: Node, name: string): Problem {
  if (name.startsWith('Promise.'))
    return problemAt(node, 'promise', `"${name}" is not part of the language.`, forOf);
  if (name === 'Date.now' || name === 'Math.random') {
    const rewrite = 'The time comes from const time = await api.get("/time"); chance does not exist.';
    return problemAt(node, 'call-function', `"${name}" is not part of the language.`, rewrite);
  }
  if (name.startsWith('console.')) {
    return problemAt(node, 'call-function', 'There is no console.', 'Give what matters with return …;');
  }
  return problemAt(
    node,
    'call-function',
    `There is no "${name}".`,
    `There are: ${[...functions].join(', ')}.`,
  );
}
