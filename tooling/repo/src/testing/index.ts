/** Utilities for tests. */
export { openProduct, ownEnvironment, type Product, startProduct } from './product'
export { copyRepository, git } from './repository-copy'
