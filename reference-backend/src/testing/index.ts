/** Databases and servers for the tests and benchmarks of other packages. */
export { openDatabase } from '../database/connect'
export { openServerPool } from '../database/server'
export { dropTemplates } from './drop-templates'
export { createEmbeddedDatabase, type TestDatabase } from './embedded-database'
export { copyEmptyDatabase } from './empty-database'
export { expectOwnHostsOnly, statusOf } from './own-hosts'
export { startPostgres } from './postgres'
export { NAMESPACE, withMounts } from './small-disk'
