import { z } from 'zod';

// Imported first by every entry of the extension, before any schema is made: a schema of zod decides when it is made
// whether to parse by code generated from text, and tries `new Function`, which the extension's content security
// policy forbids and reports.
z.config({ jitless: true });
