/** The commands of `npm run release`. */
export type CommandName =
  | 'publish'
  | 'pack'
  | 'promote'
  | 'rollback'
  | 'retire'
  | 'status'
  | 'verify'
  | 'rekey'
  | 'prune'
  | 'stack'
