/** Once per run, before several workers need it. */
export { makeEmptyDatabase as default } from './empty-database'
