import type { ComponentChildren } from 'preact';

type Props<T extends string> = {
  readonly label: string;
  readonly chosen: T;
  readonly tabs: readonly { readonly name: T; readonly words: string }[];
  readonly onChoose: (name: T) => void;
  readonly children: ComponentChildren;
};

/** Tabs as people with a keyboard know them: one stop of the Tab key, and arrows from one to the next. */
export function Tabs<T extends string>({ label, chosen, tabs, onChoose, children }: Props<T>) {
  const id = `tabs-${label.toLowerCase().replace(/\W+/g, '-')}`;
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
        {tabs.map(({ name, words }) => (
          <button
            key={name}
            type="button"
            role="tab"
            class="quiet"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {words}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
