import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

type Props = { readonly text: string; readonly label: string };

/** How long the button says that it has copied. */
const saidMs = 2_000;

/** Copies a text; says so where it stands and to screen readers. `label` names what is copied. */
export function CopyButton({ text, label }: Props) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  useEffect(() => {
    if (copied === 'no') return;
    const timer = setTimeout(() => setCopied('no'), saidMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  const said = copied === 'yes' ? 'Copied' : copied === 'failed' ? 'Not copied' : '';
  return (
    <span class="copy">
      <button
        type="button"
        class="quiet square"
        aria-label={`Copy ${label}`}
        title={`Copy ${label}`}
        onClick={copy}
      >
        <Icon name={copied === 'yes' ? 'check' : 'copy'} />
      </button>
      <span role="status" class="unseen">
        {said}
      </span>
    </span>
  );
}
