import type { Site, WebPage } from '../site.ts';

// A documentation set: an index, a guide, a long reference page and a list of changes.

const functions: readonly (readonly [string, string, string, string])[] = [
  [
    'read_text',
    'path, encoding="utf-8"',
    '1.0',
    'Reads a whole file as text. A file that is no valid text in the encoding raises DecodeError with the offset of the first wrong byte.',
  ],
  [
    'read_bytes',
    'path, limit=None',
    '1.0',
    'Reads a whole file as bytes, at most limit of them. Reading stops quietly at the limit.',
  ],
  [
    'write_text',
    'path, text, fsync=False',
    '1.2',
    'Writes text to a file, in place. A crash in the middle leaves half of it behind, so this is for files that can be made again.',
  ],
  [
    'write_bytes',
    'path, data, fsync=False',
    '1.2',
    'Writes bytes to a file, in place, with the same warning as for write_text.',
  ],
  [
    'append_line',
    'path, line',
    '1.5',
    'Adds one line to the end of a file. Several processes may do so at once on local disks.',
  ],
  [
    'copy_tree',
    'source, target, links="keep"',
    '2.0',
    'Copies a folder with all that is in it. Links are kept as links unless asked otherwise.',
  ],
  [
    'move_tree',
    'source, target',
    '2.0',
    'Moves a folder, by renaming where both places lie on one disk, else by copying and removing.',
  ],
  [
    'remove_tree',
    'path, missing_ok=False',
    '2.1',
    'Removes a folder with all that is in it. There is no way back.',
  ],
  ['list_tree', 'path, depth=8', '2.1', 'Lists the files below a folder, folders first, down to a depth.'],
  [
    'watch',
    'path, on_change',
    '2.4',
    'Calls a function whenever something below a folder changes. Changes within 50 ms are told as one.',
  ],
  [
    'lock',
    'path, timeout=10.0',
    '2.6',
    'Holds an advisory lock on a file while the block runs; other processes wait up to the timeout.',
  ],
  ['hash_file', 'path, name="sha256"', '2.7', 'Gives the digest of a file, read in blocks of one mebibyte.'],
  ['same_file', 'one, other', '2.8', 'Whether two paths lead to one file, through links too.'],
  [
    'free_space',
    'path',
    '3.0',
    'Bytes that an ordinary user may still write on the disk that holds the path.',
  ],
  [
    'temp_folder',
    'prefix="lk-", keep=False',
    '3.1',
    'Makes a folder that is removed when the block ends, unless keep is set.',
  ],
  ['open_lines', 'path, skip_empty=False', '3.2', 'Reads a file line by line without holding it in memory.'],
  [
    'write_atomic',
    'path, data, fsync=True',
    '3.4',
    'Writes a file atomically: to a temporary file beside it, which is flushed and then renamed over the target. Readers see the old file or the new one and never a part. With fsync=True, which is the default, the data is on disk before the rename.',
  ],
  ['swap_files', 'one, other', '3.5', 'Exchanges two files in one step, where the system can.'],
  ['sparse_copy', 'source, target', '3.6', 'Copies a file without writing its holes.'],
  ['set_times', 'path, modified', '3.6', 'Sets the time of the last change.'],
];

const reference = `<p>The module <code>fileio</code> reads, writes and watches files. Each entry tells the parameters with their defaults and the version that brought it.</p>
<nav aria-label="Contents"><ul>${functions.map(([name]) => `<li><a href="#${name}">${name}()</a></li>`).join('')}</ul></nav>
${functions
  .map(
    ([name, parameters, version, text]) => `<h2 id="${name}">fileio.${name}</h2>
<pre><code>fileio.${name}(${parameters})</code></pre>
<p>${text}</p><p>New in version ${version}: the function ${name}.</p>
<p>Errors are those of the operating system, as subclasses of FileError with the path in them. The function may be called from any thread. See the guide for an example that uses ${name} in a small program.</p>`,
  )
  .join('\n')}`;

const pages: readonly WebPage[] = [
  {
    path: '/',
    title: 'Lumenkit documentation',
    body: `<p>Lumenkit is a small library for programs that work with files, time and text.</p><ul>
<li><a href="/guide/start">Getting started</a></li><li><a href="/ref/fileio">Reference: fileio, reading and writing files</a></li>
<li><a href="/ref/clock">Reference: clock</a></li><li><a href="/changes">Changes</a></li></ul>`,
  },
  {
    path: '/guide/start',
    title: 'Getting started with Lumenkit',
    body: '<p>Install Lumenkit with your package tool and import what you need. To write a file, most programs begin with write_text and change to a safer function of the module fileio when a crash must not leave half a file.</p><p><a href="/ref/fileio">The reference of fileio</a> tells all functions.</p>',
  },
  { path: '/ref/fileio', title: 'Lumenkit reference: fileio', body: reference },
  {
    path: '/ref/clock',
    title: 'Lumenkit reference: clock',
    body: '<p>The module clock tells time. clock.now() gives the time with its zone; clock.sleep(seconds) waits.</p>',
  },
  {
    path: '/changes',
    title: 'Lumenkit changes',
    body: '<h2>3.6</h2><p>sparse_copy and set_times.</p><h2>3.5</h2><p>swap_files.</p><h2>3.4</h2><p>A function that writes files atomically; see the reference of fileio.</p><h2>3.2</h2><p>open_lines.</p>',
  },
];

export const documentation: Site = { host: 'docs.lumenkit.dev', name: 'Lumenkit', pages };
