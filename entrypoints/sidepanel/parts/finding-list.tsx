import type { Finding } from '../../../shared/objective.ts';
import { countText } from '../amounts.ts';
import { placeWords } from '../objective-words.ts';
import { isWebAddress } from '../web-address.ts';
import { Shown } from './shown.tsx';

type Props = { readonly findings: readonly Finding[]; readonly over: boolean };

/** What was found, each with the words it was copied from and a link that leads to them. */
export function FindingList({ findings, over }: Props) {
  if (findings.length === 0) return null;
  const newest = findings.at(-1);
  return (
    <details class="fold" id="findings" open={over}>
      <summary>
        <h2>
          {countText(findings.length, 'finding')}
          {newest === undefined ? null : (
            <span class="soft newest">
              {' '}
              <Shown text={newest.text} charactersMax={70} />
            </span>
          )}
        </h2>
      </summary>
      <ol class="findings">
        {findings.map((finding) => (
          <li key={finding.n} id={`finding-${finding.n}`}>
            <span class="soft finding-n">[{finding.n}]</span>
            <div>
              <p>
                <Shown text={finding.text} charactersMax={400} />
              </p>
              {finding.quote === finding.text || finding.quote === '' ? null : (
                <blockquote>
                  <Shown text={finding.quote} charactersMax={240} />
                </blockquote>
              )}
              <Source finding={finding} />
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Source({ finding }: { readonly finding: Finding }) {
  const where = placeWords(finding);
  if (!isWebAddress(finding.link)) return <p class="soft">{where}</p>;
  return (
    <p class="soft">
      <a href={finding.link} target="_blank" rel="noopener noreferrer" title={finding.url}>
        <Shown text={finding.title === '' ? where : finding.title} charactersMax={60} />
      </a>{' '}
      · <Shown text={where} charactersMax={48} />
    </p>
  );
}
