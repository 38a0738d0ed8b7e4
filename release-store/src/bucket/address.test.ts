import { expect, it } from 'vitest'
import { addressOf } from './address'

const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

it('reads a URL of a bucket, and the usual variables', () => {
  expect(addressOf('s3://canje', credentials)).toEqual({
    url: 'https://s3.us-east-1.amazonaws.com/canje',
    prefix: '',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    sessionToken: undefined,
  })
  const environment = {
    ...credentials,
    AWS_REGION: 'eu-west-1',
    AWS_SESSION_TOKEN: 'token',
    AWS_ENDPOINT_URL: 'http://localhost:8000/',
  }
  expect(addressOf('s3://canje/office/releases/', environment)).toMatchObject({
    url: 'http://localhost:8000/canje',
    prefix: 'office/releases/',
    region: 'eu-west-1',
    sessionToken: 'token',
  })
})

it.each(['s3://', 's3://Canje', 's3://canje/../other', 's3://canje/a//b', 's3://canje/a%2fb', 's3://canje?x'])(
  'rejects %s',
  (store) => {
    expect(() => addressOf(store, credentials)).toThrow(/^The store is not the URL of a bucket: write s3:/)
  },
)

it('names what is missing in the environment', () => {
  expect(() => addressOf('s3://canje', {})).toThrow('set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const endpoint = { ...credentials, AWS_ENDPOINT_URL: 'localhost:8000' }
  expect(() => addressOf('s3://canje', endpoint)).toThrow('AWS_ENDPOINT_URL is not the http or https URL')
})
