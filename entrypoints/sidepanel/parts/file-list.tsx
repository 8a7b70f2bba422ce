import type { FiledFile } from '../../../shared/run.ts';
import { bytesText } from '../amounts.ts';
import { fileWords } from '../words.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { Shown } from './shown.tsx';

/** Digits of a checksum that are shown; the copy button gives all 64. */
const checksumDigits = 12;

/** The name stands above it already; what is copied is the whole path. */
function folderOf({ name, path }: FiledFile): string {
  return path.endsWith(name) ? path.slice(0, -name.length) : path;
}

type Props = {
  readonly files: readonly FiledFile[];
  /** Shows a file where it lies, in the person's file manager. */
  readonly onShow: (path: string) => void;
};

/** The files a run brought home: name, where it lies, size and checksum. Nothing when there are none. */
export function FileList({ files, onShow }: Props) {
  if (files.length === 0) return null;
  return (
    <ul class="files" aria-label="Files">
      {files.map((file) => (
        <li key={file.path}>
          <Icon name="file" />
          <div>
            <p class="file-name">
              <strong>
                <Shown text={file.name} charactersMax={80} />
              </strong>
            </p>
            <p class="soft">
              {fileWords[file.state]} · {bytesText(file.bytes)}
            </p>
            <p class="soft copied">
              <code>
                <Shown text={folderOf(file)} />
              </code>
              <CopyButton text={file.path} label={`the path of ${file.name}`} />
            </p>
            <p class="soft copied">
              <span>
                SHA-256 <code>{`${file.sha256.slice(0, checksumDigits)}…`}</code>
              </span>
              <CopyButton text={file.sha256} label={`the checksum of ${file.name}`} />
            </p>
            <button
              type="button"
              class="quiet"
              aria-label={`Show ${file.name} in its folder`}
              onClick={() => onShow(file.path)}
            >
              Show in folder
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}
