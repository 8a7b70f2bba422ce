import { CopyButton } from './copy-button.tsx';

/** A command to run in a terminal, with a button that copies it. */
export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <code>{text}</code>
      <CopyButton text={text} label="the command" />
    </div>
  );
}
