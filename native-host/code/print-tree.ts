import type { Expression, Node, Pattern, Program, Property, Statement, TemplateLiteral } from 'acorn';

// The readable form of a checked script, made from its tree alone: comments and layout of the writer cannot mislead whoever
// reads it. What is inside an operator stands in brackets, so no reader has to know which binds closer.

/** The text of a program in the subset; parsed again it is the same tree. Throws for a node that the subset has not. */
export function printTree(program: Program): string {
  return program.body.map((node) => `${statement(node, '')}\n`).join('');
}

const step = '  ';

function statement(node: Node, indent: string): string {
  // The checker lets nothing but statements through; anything else ends in `unknown`.
  const one = node as Statement;
  switch (one.type) {
    case 'VariableDeclaration':
      return `${indent}${declaration(one)};`;
    case 'ExpressionStatement':
      return `${indent}${expressionStatement(one.expression)};`;
    case 'BlockStatement':
      return `${indent}${block(one, indent)}`;
    case 'EmptyStatement':
      return `${indent};`;
    case 'IfStatement': {
      const other = one.alternate;
      const head = `${indent}if (${expression(one.test)}) ${body(one.consequent, indent)}`;
      if (other === null || other === undefined) return head;
      if (other.type === 'IfStatement') return `${head} else ${statement(other, indent).trimStart()}`;
      return `${head} else ${body(other, indent)}`;
    }
    case 'ForOfStatement':
      return `${indent}for (${leftOf(one.left)} of ${expression(one.right)}) ${body(one.body, indent)}`;
    case 'ForStatement': {
      const init = one.init === null || one.init === undefined ? '' : leftOf(one.init);
      const test = one.test ? ` ${expression(one.test)}` : '';
      const update = one.update ? ` ${expression(one.update)}` : '';
      return `${indent}for (${init};${test};${update}) ${body(one.body, indent)}`;
    }
    case 'WhileStatement':
      return `${indent}while (${expression(one.test)}) ${body(one.body, indent)}`;
    case 'BreakStatement':
      return `${indent}break;`;
    case 'ContinueStatement':
      return `${indent}continue;`;
    case 'ReturnStatement':
      return one.argument ? `${indent}return ${expression(one.argument)};` : `${indent}return;`;
    case 'ThrowStatement':
      return `${indent}throw ${expression(one.argument)};`;
    case 'SwitchStatement': {
      const cases = one.cases.map(({ test, consequent }) => {
        const head = test ? `case ${expression(test)}:` : 'default:';
        const inner = consequent.map((each) => `\n${statement(each, indent + step + step)}`).join('');
        return `${indent}${step}${head}${inner}\n`;
      });
      return `${indent}switch (${expression(one.discriminant)}) {\n${cases.join('')}${indent}}`;
    }
    case 'TryStatement': {
      const { handler } = one;
      if (!handler) return unknown(node);
      const parameter = handler.param ? ` (${pattern(handler.param)})` : '';
      return `${indent}try ${block(one.block, indent)} catch${parameter} ${block(handler.body, indent)}`;
    }
    default:
      return unknown(node);
  }
}

function block({ body: inside }: { readonly body: readonly Statement[] }, indent: string): string {
  if (inside.length === 0) return '{}';
  return `{\n${inside.map((each) => `${statement(each, indent + step)}\n`).join('')}${indent}}`;
}

// A statement without braces stays without them, or the tree would be another one.
function body(node: Statement, indent: string): string {
  return node.type === 'BlockStatement' ? block(node, indent) : statement(node, indent).trimStart();
}

function declaration(node: Extract<Statement, { type: 'VariableDeclaration' }>): string {
  const parts = node.declarations.map(({ id, init }) =>
    init ? `${pattern(id)} = ${expression(init)}` : pattern(id),
  );
  return `${node.kind} ${parts.join(', ')}`;
}

function leftOf(node: Node): string {
  if (node.type !== 'VariableDeclaration') return expression(node);
  return declaration(node as Extract<Statement, { type: 'VariableDeclaration' }>); // its type was just looked at
}

function expressionStatement(node: Expression): string {
  const text = expression(node);
  return /^[{"']|^(?:function|class|let)\b/.test(text) ? `(${text})` : text;
}

function pattern(node: Pattern): string {
  return node.type === 'Identifier' ? node.name : unknown(node);
}

function expression(node: Node): string {
  // The checker lets nothing but expressions through; anything else ends in `unknown`.
  const one = node as Expression;
  switch (one.type) {
    case 'Literal':
      return literal(one.value);
    case 'Identifier':
      return one.name;
    case 'TemplateLiteral':
      return template(one);
    case 'ArrayExpression':
      return `[${one.elements.map((item) => (item === null ? unknown(node) : element(item))).join(', ')}]`;
    case 'ObjectExpression':
      return one.properties.length === 0 ? '{}' : `{ ${one.properties.map(member).join(', ')} }`;
    case 'MemberExpression':
      return one.computed
        ? `${owner(one.object)}[${expression(one.property)}]`
        : `${owner(one.object)}.${expression(one.property)}`;
    case 'CallExpression':
      return `${inner(one.callee)}(${one.arguments.map(element).join(', ')})`;
    case 'AwaitExpression':
      return `await ${inner(one.argument)}`;
    case 'ArrowFunctionExpression': {
      const head = `(${one.params.map(pattern).join(', ')}) =>`;
      if (one.body.type === 'BlockStatement') return `${head} ${block(one.body, '')}`;
      const text = expression(one.body);
      return `${head} ${text.startsWith('{') ? `(${text})` : text}`;
    }
    case 'UnaryExpression':
      return one.operator === 'typeof'
        ? `typeof ${inner(one.argument)}`
        : `${one.operator}${inner(one.argument)}`;
    case 'UpdateExpression':
      return one.prefix ? `${one.operator}${inner(one.argument)}` : `${inner(one.argument)}${one.operator}`;
    case 'BinaryExpression':
    case 'LogicalExpression':
      return `${inner(one.left)} ${one.operator} ${inner(one.right)}`;
    case 'AssignmentExpression':
      return `${expression(one.left)} ${one.operator} ${expression(one.right)}`;
    case 'ConditionalExpression':
      return `${inner(one.test)} ? ${inner(one.consequent)} : ${inner(one.alternate)}`;
    default:
      return unknown(node);
  }
}

const bare = new Set([
  'Identifier',
  'TemplateLiteral',
  'ArrayExpression',
  'MemberExpression',
  'CallExpression',
]);

function inner(node: Node): string {
  const text = expression(node);
  return bare.has(node.type) || node.type === 'Literal' ? text : `(${text})`;
}

// A dot after a number is the number's.
function owner(node: Node): string {
  const text = inner(node);
  return /^[0-9]/.test(text) ? `(${text})` : text;
}

function element(node: Node): string {
  if (node.type !== 'SpreadElement' || !('argument' in node)) return expression(node);
  return `...${inner(node.argument as Node)}`; // a spread has an expression
}

function member(node: Property | Node): string {
  if (node.type !== 'Property') return element(node);
  const { key, value, shorthand } = node as Property; // its type was just looked at
  return shorthand ? expression(key) : `${expression(key)}: ${expression(value)}`;
}

function literal(value: unknown): string {
  if (typeof value === 'string') return visible(JSON.stringify(value));
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  throw new Error('a literal that is no data');
}

function template({ quasis, expressions }: TemplateLiteral): string {
  const parts = quasis.map(({ value }, index) => {
    const text = value.cooked ?? '';
    const escaped = visible(
      JSON.stringify(text)
        .slice(1, -1)
        .replaceAll('\\"', '"')
        .replaceAll('`', '\\`')
        .replaceAll('${', '\\${'),
    );
    const hole = expressions[index];
    return hole === undefined ? escaped : `${escaped}\${${expression(hole)}}`;
  });
  return `\`${parts.join('')}\``;
}

/** Signs that a person would not see as they are stand as escapes. */
function visible(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u00a0\u00ad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function unknown(node: Node): never {
  throw new Error(`the subset has no ${node.type}`);
}
