/** The source of a module, bundled with its imports into one script by the build (`rspack.base.ts`). */
declare module '*?bundled' {
  const code: string
  export default code
}
