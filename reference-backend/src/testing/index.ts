/** Databases and servers for the tests and benchmarks of other packages. */
export { openServerPool } from '../database/server'
export { admin, startOnNewDatabase, type TestBackend } from './backend'
export { createEmbeddedDatabase, type TestDatabase } from './embedded-database'
export { copyEmptyDatabase } from './empty-database'
export { expectOwnHostsOnly, statusOf } from './own-hosts'
export { startPostgres } from './postgres'
