type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * The default export of `tests/stubs.ts`: responses for `publish`, which opens the tab without a service. The key is the
 * method with a path in the info API, such as `POST SelectScores`, or a URL; the value is the body. Other requests to the
 * info API get one row of empty cells.
 */
export type StubbedResponses = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`, Json>>
