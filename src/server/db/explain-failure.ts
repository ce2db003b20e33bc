import { reasonOf } from '#server/lib/message-of.ts';

/** The variable whose address was used. */
export type AddressSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

/** Has its explanation, which has the text of the first error in it. */
class ExplainedFailure extends Error {}

interface Explanation {
  codes?: string[];
  /** Of the pg driver, which has no codes of its own. */
  message?: RegExp;
  /** What is wrong and what to do, with % for the variable. */
  text: string;
}

const EXPLANATIONS: Explanation[] = [
  {
    codes: ['ECONNREFUSED'],
    text: '% names a server that refuses connections: check that PostgreSQL runs, and the host and port in %',
  },
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN'],
    text: '% names a host that cannot be found: check its spelling, and the DNS of this machine',
  },
  {
    codes: ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
    message: /timeout expired|connection timeout|timeout exceeded when trying to connect/,
    text: 'The database at % does not answer: check that PostgreSQL runs, the host and port in %, and the firewall',
  },
  {
    codes: ['ECONNRESET', 'EPIPE'],
    message: /connection terminated/i,
    text: 'The server at % closes the connection: check that PostgreSQL listens at its host and port',
  },
  {
    codes: ['ENOENT'],
    text: '% names a socket that does not exist: check that PostgreSQL runs, and the folder in %',
  },
  {
    codes: ['3D000'],
    text: '% names a database that does not exist: create it with createdb, or correct the name',
  },
  {
    message: /no PostgreSQL user name specified/,
    text: '% names no user: add one, in a socket address as &user=NAME',
  },
  {
    codes: ['28P01', '28000'],
    text: 'The database refuses the login in %: correct its user and password, or allow it in pg_hba.conf',
  },
  {
    message: /client password must be a string/,
    text: '% has no password, which the database asks for: add it to the address',
  },
  {
    message: /^(must be owner of|permission denied for) table/,
    text: 'The database user of % does not own all of its tables: run ALTER TABLE … OWNER TO that user for each of them',
  },
  {
    codes: ['42501'],
    text: 'The database user of % lacks a right: make it the owner of the database, or GRANT CREATE ON SCHEMA public TO it',
  },
  {
    codes: ['25006'],
    text: '% names a read-only standby: set it to the address of the primary',
  },
  {
    codes: ['53300'],
    text: 'The database at % has no free connection: raise max_connections there, or stop what uses them',
  },
  {
    codes: ['57P03'],
    text: 'The database at % is starting or stopping: try again in a moment',
  },
  {
    message: /does not support SSL/,
    text: 'The database at % offers no TLS: turn it on there, or remove sslmode from the address',
  },
  {
    codes: [
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    text: 'The certificate of the database at % is not trusted: correct it, or add sslrootcert=FILE with its authority to the address',
  },
];

/** One sentence for an operator about a database that cannot be opened; other errors stay as they are. */
export function explainDatabaseFailure(error: unknown, setting: AddressSetting): unknown {
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  if (!(first instanceof Error) || first instanceof ExplainedFailure) return error;
  const { code = '', syscall } = first as NodeJS.ErrnoException;
  // A file of our own that is missing is another matter.
  if (code === 'ENOENT' && syscall !== 'connect') return error;
  const found = EXPLANATIONS.find(
    ({ codes, message }) => codes?.includes(code) || message?.test(first.message),
  );
  if (!found) return error;
  const text = found.text.replaceAll('%', setting);
  return new ExplainedFailure(`${text} (${reasonOf(first)}).`, { cause: error });
}
