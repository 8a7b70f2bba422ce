import type { ComponentChildren } from 'preact';
import type { Block, Inline } from '../markdown.ts';
import { Shown } from './shown.tsx';

/** A report drawn from its tree. Text in it may come from pages, so every piece of it is shown as it is. */
export function MarkdownView({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div class="markdown">
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <Heading level={block.level}>{inlines(block.children)}</Heading>;
    case 'paragraph':
      return <p>{inlines(block.children)}</p>;
    case 'quote':
      return <blockquote>{inlines(block.children)}</blockquote>;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'rule':
      return <hr />;
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index} class={`depth-${item.depth}`}>
          {inlines(item.children)}
          {item.more.map((below, at) => (
            <BlockView key={at} block={below} />
          ))}
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <TableView block={block} />;
  }
}

/** The page's own title is the first level; a report's headings stand below it. */
function Heading({ level, children }: { readonly level: number; readonly children: ComponentChildren }) {
  if (level === 1) return <h2 class="report-title">{children}</h2>;
  return level === 2 ? <h3>{children}</h3> : <h4>{children}</h4>;
}

function TableView({ block }: { readonly block: Extract<Block, { kind: 'table' }> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section class="table" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              <th key={index} scope="col">
                {inlines(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index}>{inlines(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function inlines(parts: readonly Inline[]): ComponentChildren {
  return parts.map((part, index) => <InlineView key={index} part={part} />);
}

function InlineView({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case 'text':
      return <Shown text={part.text} charactersMax={8000} />;
    case 'code':
      return (
        <code>
          <Shown text={part.text} charactersMax={2000} />
        </code>
      );
    case 'strong':
      return <strong>{inlines(part.children)}</strong>;
    case 'emphasis':
      return <em>{inlines(part.children)}</em>;
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer" title={part.href}>
          {inlines(part.children)}
        </a>
      );
  }
}
