export type Migration = { readonly version: number; readonly name: string; readonly sql: string };

/**
 * How the database came to its shape, in order. A migration that was released is never edited: its text's
 * SHA-256 stands in every database that took it. A new shape is a new entry at the end.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'ledger, runs, filed files, profiles',
    // The ledger's format is told in native-host/ledger/row.ts. Its rows can only be added, one after the
    // other: the insert trigger also stops `insert or replace`, which removes rows without asking the delete
    // trigger.
    sql: `
      create table ledger (
        seq integer primary key,
        at text not null,
        event text not null,
        call_id text not null,
        run_id text,
        step_id text,
        caller text not null,
        tool text not null,
        bucket text not null,
        resource text not null,
        args_hash text not null,
        result_hash text,
        detail text not null,
        prev_hash text not null,
        hash text not null
      ) strict;
      create index ledger_call on ledger (call_id, seq);
      create index ledger_run on ledger (run_id, seq);
      create index ledger_started on ledger (seq) where event = 'started';
      create trigger ledger_adds_only_next before insert on ledger
        when new.seq is not (select coalesce(max(seq), 0) + 1 from ledger)
        begin select raise(abort, 'ledger rows are added one after the other'); end;
      create trigger ledger_keeps_rows before delete on ledger
        begin select raise(abort, 'ledger rows are never removed'); end;
      create trigger ledger_keeps_values before update on ledger
        begin select raise(abort, 'ledger rows are never changed'); end;

      create table ledger_head (
        id integer primary key check (id = 1),
        seq integer not null,
        hash text not null,
        mac text not null
      ) strict;
      create trigger ledger_head_stays before delete on ledger_head
        begin select raise(abort, 'the head of the ledger is never removed'); end;
      create trigger ledger_head_goes_on before update on ledger_head
        when new.seq <= old.seq
        begin select raise(abort, 'the head of the ledger never goes back'); end;

      create table runs (
        run_id text primary key,
        template_id text not null,
        template_version text not null,
        status text not null,
        started_at text not null,
        ended_at text,
        view text not null
      ) strict;
      create index runs_started on runs (started_at);

      create table filed (
        folder text not null,
        name text not null,
        sha256 text not null,
        bytes integer not null,
        run_id text not null,
        at text not null,
        primary key (folder, name, sha256)
      ) strict;
      create index filed_sha256 on filed (sha256);

      create table profiles (
        profile_id text primary key,
        name text not null unique,
        browser_name text not null,
        last_seen text not null
      ) strict;

      create table secret_generations (
        store_id text primary key,
        generation integer not null
      ) strict;
    `,
  },
  {
    version: 2,
    name: 'ledger checkpoints and compaction, key of the secrets',
    // Rows can be removed only up to `base`, which the head's seal covers; the checkpoint at `base` stands
    // for them.
    sql: `
      create table ledger_checkpoints (
        seq integer primary key,
        at text not null,
        hash text not null,
        root text not null,
        peaks text not null,
        key_id text not null,
        signature text not null
      ) strict;
      create trigger ledger_checkpoints_go_on before insert on ledger_checkpoints
        when new.seq <= (select coalesce(max(seq), 0) from ledger_checkpoints)
        begin select raise(abort, 'ledger checkpoints are added one after the other'); end;
      create trigger ledger_checkpoints_keep_values before update on ledger_checkpoints
        begin select raise(abort, 'ledger checkpoints are never changed'); end;
      create trigger ledger_checkpoints_stay before delete on ledger_checkpoints
        when old.seq >= (select coalesce(max(base), 0) from ledger_head)
        begin select raise(abort, 'ledger checkpoints are never removed'); end;

      alter table ledger_head add column base integer not null default 0;
      drop trigger ledger_keeps_rows;
      create trigger ledger_keeps_rows before delete on ledger
        when old.seq > (select coalesce(max(base), 0) from ledger_head)
        begin select raise(abort, 'ledger rows are never removed'); end;
      drop trigger ledger_head_goes_on;
      create trigger ledger_head_goes_on before update on ledger_head
        when new.seq <= old.seq or new.base < old.base or new.base >= new.seq
        begin select raise(abort, 'the head of the ledger never goes back'); end;

      alter table secret_generations add column key_id integer not null default 1;
    `,
  },
  {
    version: 3,
    name: 'jobs, their deliveries, and cron',
    // A job is begun once: its key is the row. What came of it stands in `runs`; a row whose run is not there was
    // claimed and never begun.
    sql: `
      create table jobs (
        channel text not null,
        key text not null,
        payload_sha256 text not null,
        received_at text not null,
        run_id text,
        claimed_at text,
        primary key (channel, key)
      ) strict;
      create table job_deliveries (
        channel text not null,
        token_sha256 text not null,
        key text not null,
        token text,
        received_at text not null,
        settled_at text,
        settled_how text,
        primary key (channel, token_sha256)
      ) strict;
      create index job_deliveries_open on job_deliveries (channel) where settled_at is null;

      create table cron (
        id text primary key,
        entry text not null,
        paused integer not null default 0,
        created_at text not null,
        decided_until text not null
      ) strict;
    `,
  },
];
