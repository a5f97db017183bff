// Runs GraphQL Code Generator's own core and plugins as its command line would, for a configuration and operations that are handed in.
// Reads {sdl, operations, plugins, config} as JSON on stdin and writes the generated TypeScript to stdout. Holds no operation of its own.

import { codegen } from '@graphql-codegen/core';
import { parse, printSchema, buildSchema } from 'graphql';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { sdl, operations, plugins, config } = JSON.parse(Buffer.concat(chunks).toString('utf8'));

const pluginMap = {};
for (const name of plugins) pluginMap[name] = await import(`@graphql-codegen/${name}`);

process.stdout.write(await codegen({
  filename: 'emberlog.ts',
  schema: parse(printSchema(buildSchema(sdl))),
  documents: operations.map(({ place, text }) => ({ location: place, document: parse(text) })),
  config,
  plugins: plugins.map((name) => ({ [name]: {} })),
  pluginMap,
}));
