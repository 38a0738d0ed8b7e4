/** The commands of `npm run release`. */
export type CommandName = 'publish' | 'promote' | 'rollback' | 'status' | 'verify' | 'rekey' | 'prune'
