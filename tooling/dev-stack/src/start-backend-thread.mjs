import { register } from 'tsx/esm/api'

// A thread does not take over the loader of TypeScript from the one that started it.
register()
await import('./backend-thread.ts')
