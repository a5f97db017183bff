// The recommended rules of graphql-eslint and those of Relay, over the committed schema.
//
// Some differ here. What has an identity is what implements Node, and lists that are no connections are each answered
// (tests/clients/schema_lint.py has both rules). The directive @oneOf is the specification's own, without a description.

import graphql from "@graphql-eslint/eslint-plugin";

const schema = process.env.EMBERLOG_SCHEMA;
const { rules: recommended } = graphql.configs["flat/schema-recommended"];
const { rules: relay } = graphql.configs["flat/schema-relay"];

export default [
  {
    files: ["**/*.graphql"],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema } } },
    plugins: { "@graphql-eslint": graphql },
    rules: {
      ...recommended,
      ...relay,
      "@graphql-eslint/strict-id-in-types": "off",
      "@graphql-eslint/relay-edge-types": ["error", { withEdgeSuffix: true, shouldImplementNode: false,
        listTypeCanWrapOnlyEdgeType: false }],
      "@graphql-eslint/require-description": ["error", { types: true, rootField: true, FieldDefinition: true,
        InputValueDefinition: true, EnumValueDefinition: true }],
    },
  },
];
