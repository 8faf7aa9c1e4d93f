# The Homebrew formula. Words between @ are filled in by `assets/packaging/formula`, which the release workflow runs.
class Docql < Formula
  desc "Terminal explorer for code and documents as one tree, with one query language"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/docql-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/docql-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/docql-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/docql-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "docql"
    man1.install "docql.1"
    bash_completion.install "docql.bash" => "docql"
    zsh_completion.install "_docql"
    fish_completion.install "docql.fish"
  end

  test do
    (testpath/"page.md").write "# Title\n\n## Install\n"
    assert_match "Install", shell_output("#{bin}/docql query '$.content.heading(\"Install\")' page.md")
  end
end
