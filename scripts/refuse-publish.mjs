// `npm publish` in a package's folder would publish the development manifest with its workspace dependencies.
console.error(
  'Run "npm run x -- release" in the root of the repository. It writes the packages to release/ and says how to publish them.',
);
process.exit(1);
