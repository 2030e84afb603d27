import { expect, test } from 'vitest'
import { hostUrls } from './database-url.ts'

test.each([
  ['postgres://db/hotel', ['postgres://db/hotel']],
  ['postgresql://a:b@db:5433/hotel?sslmode=require', ['postgresql://a:b@db:5433/hotel?sslmode=require']],
  ['postgres:///hotel?host=/run/postgresql', ['postgres:///hotel?host=/run/postgresql']],
  ['postgres://a:5432,b:5433/hotel', ['postgres://a:5432/hotel', 'postgres://b:5433/hotel']],
  [
    'postgres://u:p,w@10.0.0.1,[::1]:5433,c/hotel?sslmode=require',
    [
      'postgres://u:p,w@10.0.0.1/hotel?sslmode=require',
      'postgres://u:p,w@[::1]:5433/hotel?sslmode=require',
      'postgres://u:p,w@c/hotel?sslmode=require',
    ],
  ],
  ['postgres://a,/hotel', null],
  ['postgres://a:1,b:x/hotel', null],
  ['mysql://a,b/hotel', null],
  ['hotel', null],
])('the hosts of %s', (url, hosts) => expect(hostUrls(url)).toEqual(hosts))
