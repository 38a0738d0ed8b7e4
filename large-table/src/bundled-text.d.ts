/** A module and all it imports as one script, made by the build (`rspack.base.ts`). */
declare module '*?bundled' {
  const code: string
  export default code
}
