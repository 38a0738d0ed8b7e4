/** Utilities for tests. */
export { openProduct, ownEnvironment, type Product, startProduct } from './product'
export { copyRepository } from './repository-copy'
