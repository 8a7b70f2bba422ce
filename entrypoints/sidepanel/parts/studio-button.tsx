type Props = {
  /** The template to open there; left out, none. */
  readonly template?: string;
  readonly words: string;
};

/** Opens the page in which templates are recorded and written, in a tab of its own. */
export function StudioButton({ template, words }: Props) {
  const asked = template === undefined ? '' : `?template=${encodeURIComponent(template)}`;
  const open = (): void => {
    void chrome.tabs.create({ url: `${chrome.runtime.getURL('/studio.html')}${asked}` });
  };
  return (
    <button type="button" class={template === undefined ? '' : 'quiet'} onClick={open}>
      {words}
    </button>
  );
}
