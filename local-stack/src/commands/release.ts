/** `npm run release -- <command>`: publishes, promotes and rolls back remotes. */
export { run } from 'release'
