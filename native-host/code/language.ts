// The words of the language: what scripts may call, and the names that are never keys. Checker, printer and interpreter all
// go by these tables, so that none of them knows a word that another does not.

/** Methods that take an arrow function as their first argument. */
export const callbackMethods: ReadonlySet<string> = new Set([
  'map',
  'filter',
  'find',
  'findIndex',
  'some',
  'every',
  'sort',
  'flatMap',
  'reduce',
  'forEach',
]);

/** Methods that change the list they are called on. */
export const writingMethods: ReadonlySet<string> = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'reverse',
  'sort',
]);

/** Methods of texts, lists and numbers. */
export const plainMethods: ReadonlySet<string> = new Set([
  'at',
  'charAt',
  'charCodeAt',
  'concat',
  'endsWith',
  'flat',
  'includes',
  'indexOf',
  'join',
  'lastIndexOf',
  'matches',
  'padEnd',
  'padStart',
  'pop',
  'push',
  'repeat',
  'replace',
  'replaceAll',
  'reverse',
  'shift',
  'slice',
  'split',
  'startsWith',
  'substring',
  'toFixed',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
  'unshift',
]);

/** Functions that are called by their whole name and are no values. */
export const functions: ReadonlySet<string> = new Set([
  'Array.isArray',
  'Boolean',
  'Date.parse',
  'JSON.parse',
  'JSON.stringify',
  'Math.abs',
  'Math.ceil',
  'Math.floor',
  'Math.max',
  'Math.min',
  'Math.round',
  'Math.sign',
  'Math.sqrt',
  'Math.trunc',
  'Number',
  'Number.isFinite',
  'Number.isInteger',
  'Number.isNaN',
  'Object.entries',
  'Object.keys',
  'Object.values',
  'String',
  'isNaN',
  'parseFloat',
  'parseInt',
]);

/** Names that stand before a dot in `functions`, and those that scripts are given; none can be declared anew. */
/** What `args` is called too, as a code step of a template writes it; a script may declare the name as its own. */
export const inputsName = 'inputs';
export const givenNames: ReadonlySet<string> = new Set(['api', 'args', 'undefined', 'NaN', 'Infinity']);
export const functionOwners: ReadonlySet<string> = new Set(
  [...functions].flatMap((name) => name.split('.').slice(0, 1)),
);

export const unaryOperators: ReadonlySet<string> = new Set(['!', '-', '+', 'typeof']);
export const binaryOperators: ReadonlySet<string> = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '**',
  '<',
  '<=',
  '>',
  '>=',
  '===',
  '!==',
]);
export const assignmentOperators: ReadonlySet<string> = new Set(['=', '+=', '-=', '*=', '/=', '%=', '**=']);

/** Keys that reach an object's making in JavaScript. They are nobody's data here, in no position. */
export function isDeniedKey(name: string): boolean {
  return name.startsWith('__') || name === 'constructor' || name === 'prototype';
}

/** Names that are something else in JavaScript, and nothing here. */
export const deniedNames: ReadonlySet<string> = new Set([
  'arguments',
  'eval',
  'globalThis',
  'Function',
  'Reflect',
  'Proxy',
  'Symbol',
  'window',
  'self',
  'document',
  'process',
  'require',
  'Promise',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'console',
  'Date',
  'RegExp',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Error',
  'BigInt',
  'Intl',
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'ArrayBuffer',
  'async',
]);
