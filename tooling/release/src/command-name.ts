/** The commands of `npm run release`. */
export type CommandName =
  | 'publish'
  | 'promote'
  | 'rollback'
  | 'retire'
  | 'status'
  | 'verify'
  | 'rekey'
  | 'prune'
  | 'stack'
  | 'check-shell'
