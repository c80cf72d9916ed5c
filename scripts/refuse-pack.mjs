// `npm pack` in a package's folder would publish the development manifest, which no user can install.
console.error(
  'Run "npm run release" in the root of the repository: it writes the packages as they are published to release/.',
);
process.exit(1);
